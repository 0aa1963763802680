import ts from 'typescript';

/** One change of a source file. `from` and `to` are offsets of the text that `text` replaces. */
export interface Mutant {
  /** The function it stands in, what stood there and what stands there now: the name in reports and in the list of equivalent ones. */
  readonly label: string;
  readonly line: number;
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** A whole check of admission that passes whatever it sees. */
  readonly isCheck: boolean;
}

const FLIPPED: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
]);
const OPPOSITE: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
]);

/**
 * Every decision of a source, taken otherwise: conditions that always or never hold, a dropped side of `&&`, `||` and `??`, a comparison
 * turned round, `!` gone, `some` for `every`, a check of admission (`{ number, run }`) that passes, a method call as a statement left out.
 */
export function makeMutants(source: string, fileName: string): readonly Mutant[] {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.ES2023, true);
  const mutants: Mutant[] = [];
  const short = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 200);
  const add = (node: ts.Node, text: string, isCheck = false): void => {
    const from = node.getStart(file);
    const to = node.getEnd();
    const label = `${functionOf(node)}: ${short(source.slice(from, to))} → ${text === '' ? '(nothing)' : short(text)}`;
    const line = file.getLineAndCharacterOfPosition(from).line + 1;
    if (!mutants.some((one) => one.from === from && one.to === to && one.text === text))
      mutants.push({ label, line, from, to, text, isCheck });
  };
  const holds = (node: ts.Expression): void => {
    add(node, 'true');
    add(node, 'false');
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    if (ts.isIfStatement(node)) holds(node.expression);
    if (ts.isConditionalExpression(node)) holds(node.condition);
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) add(node, node.operand.getText(file));
    if (ts.isBinaryExpression(node)) binary(node);
    if (ts.isPropertyAccessExpression(node)) {
      const other = ts.isCallExpression(node.parent) && node.parent.expression === node ? OPPOSITE.get(node.name.text) : undefined;
      if (other !== undefined) add(node.name, other);
    }
    const check = checkFunction(node);
    if (check !== undefined) add(check, `() => passed('ok', 'mutant')`, true);
    if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)) add(node, ';');
    ts.forEachChild(node, visit);
  };
  const binary = ({ left, operatorToken, right }: ts.BinaryExpression): void => {
    const { kind } = operatorToken;
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.BarBarToken) {
      add(left.parent, left.getText(file));
      add(left.parent, right.getText(file));
    }
    const flipped = FLIPPED.get(kind);
    if (flipped !== undefined) add(operatorToken, flipped);
  };
  visit(file);
  return mutants;
}

/** `run` of a `{ number: N, run: f }` entry. */
function checkFunction(node: ts.Node): ts.Node | undefined {
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const property = (name: string) =>
    node.properties.find((one): one is ts.PropertyAssignment => ts.isPropertyAssignment(one) && one.name.getText() === name);
  return property('number') === undefined ? undefined : property('run')?.initializer;
}

function functionOf(node: ts.Node): string {
  for (let at: ts.Node | undefined = node; at !== undefined; at = at.parent) {
    if ((ts.isFunctionDeclaration(at) || ts.isMethodDeclaration(at)) && at.name !== undefined) return at.name.getText();
    if (ts.isVariableDeclaration(at) && ts.isSourceFile(at.parent.parent.parent)) return at.name.getText();
  }
  return 'file';
}

/** The source with one mutant in it. */
export const mutate = (source: string, { from, to, text }: Mutant): string => source.slice(0, from) + text + source.slice(to);
