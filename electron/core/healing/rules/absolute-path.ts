import { own } from '../../../../shared/json.ts';
import { memberOf, rawOf } from '../../text/json-spans.ts';
import { spliceText, type TextEdit } from '../../text/splice-text.ts';
import { workingDirectoryOf } from '../history/working-directory.ts';
import { refusedRelativePath } from '../history/relative-path.ts';
import type { HealingContext, HealingRule } from '../healing-rule.ts';
import { fixOf } from '../repair/fix.ts';
import { descriptionOf, propertiesOf } from '../schema-parts.ts';
import type { AdvertisedTool } from '../../turn/turn.ts';

const PATHS: readonly string[] = ['path', 'file_path', 'filePath', 'absolute_path', 'dir_path'];

/**
 * A relative path for a tool that refuses those (source 003): joined to the session's working directory, where the agent has told exactly one. Tools
 * that resolve relative paths themselves are left alone, else the healing rate would count calls that need none.
 */
export const absolutePath: HealingRule = {
  id: 'absolute-path',
  safety: 'safe',
  against: ['RELATIVE_PATH', 'FILE_NOT_FOUND'],
  title: 'Relative path',
  description:
    'Makes a path absolute for a tool that says it takes no relative ones, when the working directory is known. Paths with .. or ~ are left to the tool.',
  before: '{"command":"view","path":"src/a.ts"}',
  after: '{"command":"view","path":"/work/src/a.ts"}',
  acts: 'content',
  concerns: (tool, context) => PATHS.some((name) => name in propertiesOf(tool) && needsAbsolute(tool, name, context)),
  heal(call, context) {
    const { tool } = call;
    if (tool === undefined) return undefined;
    const edits: TextEdit[] = [];
    const fixes = PATHS.flatMap((name) => {
      const path = own(call.value, name);
      const member = memberOf(call.root, name);
      if (member === undefined || typeof path !== 'string' || !isRelative(path) || !needsAbsolute(tool, name, context)) return [];
      const directory = workingDirectoryOf(context.request);
      if (directory === undefined) return [];
      const joined = JSON.stringify(`${directory.replace(/\/+$/, '')}/${path.replace(/^(?:\.\/)+/, '')}`);
      edits.push({ start: member.value.start, end: member.value.end, text: joined });
      return [fixOf('absolute-path', `/${name}`, rawOf(call.arguments, member.value), joined)];
    });
    return fixes.length === 0 ? undefined : { arguments: spliceText(call.arguments, edits), fixes };
  },
};

/** The tool's own words, or its own error earlier in this conversation. */
const needsAbsolute = (tool: AdvertisedTool, name: string, context: HealingContext): boolean =>
  tool.name === 'str_replace_editor' || saysAbsoluteOnly(descriptionOf(tool, name)) || refusedRelativePath(tool.name, context.request);

const saysAbsoluteOnly = (text: string): boolean =>
  /\bmust be (?:an )?absolute\b|\bnot (?:a )?relative\b|\babsolute paths? only\b/i.test(text);

/** A plain path below the working directory. */
const isRelative = (path: string): boolean =>
  /^(?:\.\/)?[^/~\\:\s.$][^\\:\n]*$|^\.[^./\\:\n][^\\:\n]*$/.test(path) && !path.split('/').includes('..');
