import { argumentsLine, splitPath } from './call-line.ts';

/** Arguments on one line: where the column is narrow, what follows a path gives way first, then its folders, never its name. */
export function CallArguments({ text }: { readonly text: string }) {
  const line = argumentsLine(text);
  const path = splitPath(line);
  return path === undefined ? (
    line
  ) : (
    <span className="path">
      <span className="folders">{path.folders}</span>
      <span className="name">{path.name}</span>
      <span className="rest">{path.rest}</span>
    </span>
  );
}
