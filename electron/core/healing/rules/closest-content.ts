import { type JsonObject, own } from '../../../../shared/json.ts';
import { pathOfCall } from '../../fault/call-target.ts';
import { memberOf, rawOf } from '../../text/json-spans.ts';
import { spliceText } from '../../text/splice-text.ts';
import { hasReport, reportedFor } from '../history/failed-edit.ts';
import type { HealingRule } from '../healing-rule.ts';
import { fixOf, pointerTo } from '../repair/fix.ts';
import { isStringProperty } from '../schema-parts.ts';

/** Parameters that hold the text to replace, alone or (`diff`) in the one SEARCH block of a diff. */
const OLD = ['old_string', 'oldString', 'old_str', 'old_text', 'oldText', 'search'];
const DIFF = 'diff';

/**
 * An edit that failed since its old text is not in the file, made again as it was: the content that the tool's own error reported as the closest
 * match takes the place of the old text (source 000, DIFF_MATCH_FAILED "Correct + retry with matched content"). It is another place of the file than
 * the model wrote, so that a person has to see it, whatever is set.
 */
export const closestContentRule: HealingRule = {
  id: 'closest-content',
  safety: 'review',
  alwaysAsks: true,
  against: ['DIFF_MATCH_FAILED'],
  title: 'Edit that did not match',
  description:
    'When the model repeats an edit that failed because its old text is not in the file, and the error told the closest content line by line, proposes ' +
    'the edit with that content. Never on its own, not even when set to on; without an operator the model has the closest content in its guidance.',
  before: '{"path":"a.ts","diff":"<<<<<<< SEARCH\\nfoo()\\n=======\\nbar()\\n>>>>>>> REPLACE"}',
  after: '{"path":"a.ts","diff":"<<<<<<< SEARCH\\nfoo(1)\\n=======\\nbar()\\n>>>>>>> REPLACE"}',
  acts: 'content',
  concerns: (tool, context) => [...OLD, DIFF].some((name) => isStringProperty(tool, name)) && hasReport(context),
  heal(call, context) {
    const old = oldIn(call.value);
    const path = pathOfCall(call.value);
    const member = old === undefined ? undefined : memberOf(call.root, old.key);
    if (old === undefined || member === undefined || path === '') return undefined;
    const closest = reportedFor({ tool: call.name, path, old: old.text }, (args) => oldIn(args)?.text, context);
    if (closest === undefined || closest === old.text || old.next === closest) return undefined;
    const before = rawOf(call.arguments, member.value);
    const after = JSON.stringify(old.with(closest));
    return {
      arguments: spliceText(call.arguments, [{ start: member.value.start, end: member.value.end, text: after }]),
      fixes: [fixOf('closest-content', pointerTo('', old.key), before, after)],
    };
  },
};

/** The text that an edit replaces, and what it is to become. */
interface OldText {
  readonly key: string;
  readonly text: string;
  readonly next: string | undefined;
  /** The parameter's value with another text in its place. */
  with(text: string): string;
}

function oldIn(args: JsonObject): OldText | undefined {
  const key = OLD.find((name) => own(args, name) !== undefined);
  if (key !== undefined) {
    const text = own(args, key);
    return typeof text === 'string' && text.trim() !== '' ? { key, text, next: undefined, with: (next) => next } : undefined;
  }
  const diff = own(args, DIFF);
  return typeof diff === 'string' ? blockIn(diff) : undefined;
}

const BLOCK_HEAD =
  /^\s{0,100}<{5,9} SEARCH>?[ \t]*\r?\n(?::start_line: ?\d{1,7}[ \t]*\r?\n)?(?::end_line: ?\d{1,7}[ \t]*\r?\n)?(?:-{5,9}[ \t]*\r?\n)?/;
const MIDDLE = /\n={5,9}[ \t]*\r?\n/;
const END = /\n>{5,9} REPLACE[ \t]*\s{0,100}$/;

/** The one block of a diff; several have several readings of one report. */
function blockIn(diff: string): OldText | undefined {
  const head = BLOCK_HEAD.exec(diff)?.[0];
  if (head === undefined) return undefined;
  const rest = diff.slice(head.length);
  const middle = MIDDLE.exec(rest);
  const end = END.exec(rest);
  if (middle === null || end === null || end.index < middle.index || / SEARCH>?[ \t]*\r?\n/.test(rest)) return undefined;
  const text = rest.slice(0, middle.index);
  const next = rest.slice(middle.index + middle[0].length, end.index);
  if (text.trim() === '') return undefined;
  return { key: DIFF, text, next, with: (closest) => head + closest + rest.slice(middle.index) };
}
