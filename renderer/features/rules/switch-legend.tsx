/** What the words of a switch mean. */
export function SwitchLegend({ words }: { readonly words: readonly (readonly [word: string, means: string])[] }) {
  return words.map(([word, means]) => (
    <span key={word}>
      <b className="two">{word}</b> {means}
    </span>
  ));
}
