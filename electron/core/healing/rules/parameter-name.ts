import { own } from '../../../../shared/json.ts';
import { stringEnd } from '../../text/json-leaf.ts';
import { spliceText } from '../../text/splice-text.ts';
import { foldToolName } from '../../turn/tool-catalog.ts';
import { stepsOf } from '../healing-call.ts';
import type { HealingRule } from '../healing-rule.ts';
import { fixOf, pointerTo } from '../repair/fix.ts';
import { descriptionOf, propertiesOf } from '../schema-parts.ts';
import type { AdvertisedTool } from '../../turn/turn.ts';

/**
 * A required parameter under another spelling: equal after folding of case and separators, or an alias that the parameter's own description
 * names. Exactly one declared parameter must fit, and it must be absent. Aliases that only another tool knows are never assumed.
 */
export const parameterName: HealingRule = {
  id: 'parameter-name',
  safety: 'safe',
  against: ['PARAM_MISSING', 'PARAM_TYPE_MISMATCH', 'INVALID_JSON_ARGUMENTS'],
  title: 'Parameter name in another spelling',
  description:
    'Renames a parameter that the schema does not declare when case and separators, or a documented alias, part it from one that is missing.',
  before: '{"filePath":"a.ts"}',
  after: '{"file_path":"a.ts"}',
  acts: 'mismatch',
  heal(call) {
    const declared = Object.keys(propertiesOf(call.tool));
    const missing = new Set(
      call.issues.flatMap((issue) => (issue.kind === 'missing' && stepsOf(issue.pointer).length === 1 ? stepsOf(issue.pointer) : [])),
    );
    const forbidden = new Set(call.issues.flatMap((issue) => (issue.kind === 'extra' ? stepsOf(issue.pointer) : [])));
    for (const member of call.root.members) {
      if (declared.includes(member.key)) continue;
      const fits = declared.filter((name) => isSpelling(member.key, name, call.tool) && own(call.value, name) === undefined);
      const [name] = fits;
      if (name === undefined || fits.length > 1 || !(missing.has(name) || forbidden.has(member.key))) continue;
      if (call.root.members.filter((other) => isSpelling(other.key, name, call.tool)).length > 1) continue;
      const end = stringEnd(call.arguments, member.keyStart);
      const before = call.arguments.slice(member.keyStart, end);
      const after = JSON.stringify(name);
      return {
        arguments: spliceText(call.arguments, [{ start: member.keyStart, end, text: after }]),
        fixes: [fixOf('parameter-name', pointerTo('', member.key), before, after)],
      };
    }
    return undefined;
  },
};

function isSpelling(given: string, name: string, tool: AdvertisedTool | undefined): boolean {
  if (given === '') return false;
  return (foldToolName(given) !== '' && foldToolName(given) === foldToolName(name)) || isAlias(given, descriptionOf(tool, name));
}

/** "alias: file_path", "Aliases: `file`, `filename`" in the parameter's description. */
function isAlias(given: string, description: string): boolean {
  const listed = /\balias(?:es)?\b[:\s]{0,3}([^.;\n]{1,120})/i.exec(description)?.[1];
  return listed?.split(/[^\w$-]+/).includes(given) ?? false;
}
