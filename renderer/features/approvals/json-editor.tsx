import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { type Extension, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, gutterLineClass, GutterMarker, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import { lineDiff } from '../../components/line-diff.ts';
import type { Override } from './use-override.ts';

const look = HighlightStyle.define([
  { tag: tags.propertyName, class: 'jk' },
  { tag: tags.string, class: 'js' },
  { tag: [tags.number, tags.bool, tags.null], class: 'jn' },
  { tag: [tags.punctuation, tags.separator, tags.brace, tags.squareBracket], class: 'jp' },
]);

const setMarks = StateEffect.define<{ readonly lines: DecorationSet }>();
const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setMarks)) return effect.value.lines;
    return value.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

class LineMark extends GutterMarker {
  override readonly elementClass: string;
  constructor(elementClass: string) {
    super();
    this.elementClass = elementClass;
  }
}
const modified = new LineMark('cm-mod');
const wrong = new LineMark('cm-err');

/** Changed lines are blue in the gutter, a wrong line is red; both are drawn from the same judgement as the foot of the card. */
const gutterMarks = (read: () => Override): Extension =>
  gutterLineClass.compute(['doc', marks], (state) => {
    const override = read();
    const bad = new Set(override.problems.map((problem) => problem.line));
    const added = new Set(lineDiff(override.original, state.doc.toString()).flatMap((line) => (line.type === 'add' ? [line.number] : [])));
    const builder = new RangeSetBuilder<GutterMarker>();
    for (let line = 1; line <= state.doc.lines; line += 1) {
      const mark = bad.has(line) ? wrong : added.has(line) ? modified : undefined;
      if (mark !== undefined) builder.add(state.doc.line(line).from, state.doc.line(line).from, mark);
    }
    return builder.finish();
  });

function decorate(override: Override, length: number): DecorationSet {
  const ranges = override.problems.flatMap((problem) => {
    const from = Math.min(problem.start, length);
    const to = Math.min(Math.max(problem.end, from + 1), length);
    return to > from && problem.end - problem.start < 2_000 ? [Decoration.mark({ class: 'wave' }).range(from, to)] : [];
  });
  return Decoration.set(ranges, true);
}

/** CodeMirror over the override's text. Hidden characters show as signs, as everywhere. */
export default function JsonEditor({ override, onSend, onLeave }: { readonly override: Override; readonly onSend: () => void; readonly onLeave: () => void }) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | undefined>(undefined);
  const latest = useRef({ override, onSend, onLeave });
  latest.current = { override, onSend, onLeave };
  useEffect(() => {
    if (host.current === null) return undefined;
    const editor = new EditorView({
      parent: host.current,
      doc: latest.current.override.text,
      extensions: [
        lineNumbers(),
        history(),
        indentOnInput(),
        bracketMatching(),
        highlightSpecialChars({ addSpecialChars: /[\u00a0\u034f\u115f\u1160\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3164\ufe00-\ufe0f\uffa0]/g }),
        json(),
        syntaxHighlighting(look),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': 'Arguments as JSON', spellcheck: 'false' }),
        marks,
        gutterMarks(() => latest.current.override),
        keymap.of([
          {
            key: 'Mod-Enter',
            run: () => {
              latest.current.onSend();
              return true;
            },
          },
          {
            key: 'Escape',
            run: () => {
              latest.current.onLeave();
              return true;
            },
          },
          ...defaultKeymap,
          ...historyKeymap,
        ]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) latest.current.override.change(update.state.doc.toString());
        }),
      ],
    });
    view.current = editor;
    editor.focus();
    return () => editor.destroy();
  }, []);
  useEffect(() => {
    const editor = view.current;
    if (editor === undefined) return;
    const shown = editor.state.doc.toString();
    if (shown !== override.text) editor.dispatch({ changes: { from: 0, to: shown.length, insert: override.text } });
    editor.dispatch({ effects: setMarks.of({ lines: decorate(override, editor.state.doc.length) }) });
  }, [override]);
  return <div ref={host} />;
}
