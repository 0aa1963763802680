import { isJsonObject } from '../../../../shared/json.ts';
import { directoryArgument } from '../call-target.ts';
import type { FaultPattern } from '../fault-pattern.ts';
import { typeWordings } from '../type-wordings.ts';

const HARNESS_TYPE_ERROR = /^(?:The "(?:path|paths\[\d{1,3}\]|options\.cwd)"|[^\n]{0,80}must be |[^\n]{0,80}[Ee]xpected )/;

/** `{"command":"ls","cwd":{"path":"/w"}}` → `The "path" argument must be of type string. Received an instance of Object` */
export const paramDirectoryObject: FaultPattern = {
  id: 'EI/PARAM_TYPE_MISMATCH/002',
  title: 'Working directory passed as an object',
  category: 'PARAM_TYPE_MISMATCH',
  priority: 92,
  description: 'The parameter for the working directory holds an object or a list where a plain string is due.',
  sample: 'The "options.cwd" property must be of type string or an instance of Buffer or URL. Received an instance of Object',
  wordings: [],
  match(evidence) {
    const directory = directoryArgument(evidence.args);
    const wrong = directory !== undefined && (isJsonObject(directory.value) || Array.isArray(directory.value));
    const decisive = /^The "options\.cwd" property must be of type string/.test(evidence.message) && evidence.args === undefined;
    if (!wrong && !decisive) return undefined;
    if (!HARNESS_TYPE_ERROR.test(evidence.message) && !typeWordings.some(({ at }) => at.test(evidence.message))) return undefined;
    const got = directory !== undefined && Array.isArray(directory.value) ? 'array' : 'object';
    return { variant: '', facts: { param: directory?.key ?? 'cwd', expected: 'string', got } };
  },
  cause: ({ facts }) => facts.param ?? '',
  scope: 'tool',
  guide: ({ facts }, place) => ({
    what: `"${facts.param ?? 'cwd'}" must be a string. You passed ${facts.got === 'array' ? 'a list' : 'an object'} to "${place.tool}".`,
    why: 'The working directory is one path written as plain text; nothing can be nested in it.',
    next: [
      `Send "${facts.param ?? 'cwd'}" as one string, for example "${facts.param ?? 'cwd'}": "/path/to/folder", or leave it out.`,
      'If you meant a second command, issue it as a separate call.',
    ],
  }),
  strengthened: 'Re-read the tool schema now: the working directory is a plain string.',
};
