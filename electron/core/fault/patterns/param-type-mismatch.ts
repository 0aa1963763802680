import type { FaultEvidence, FaultPattern } from '../fault-pattern.ts';
import { nameOr, requiredStep, typeOr } from '../guide-names.ts';
import { typeWordings } from '../type-wordings.ts';

const PRINTING = new Set(['read', 'list', 'search', 'fetch', 'shell', 'code']);

const isOutput = ({ flag, wrapped, roles }: FaultEvidence): boolean =>
  flag !== true && wrapped === undefined && roles.some((role) => PRINTING.has(role));

/** `{"path":"a.ts","offset":"ten"}` → `Validation failed for tool "read": - offset: must be number` */
export const paramTypeMismatch: FaultPattern = {
  id: 'EI/PARAM_TYPE_MISMATCH/001',
  title: 'Argument of the wrong type or form',
  category: 'PARAM_TYPE_MISMATCH',
  priority: 60,
  description:
    'A value has another JSON type than the tool asks for, is none of its allowed values, or stands under a name that it does not know.',
  sample:
    'Validation failed for tool "read":\n  - offset: must be number\n\nReceived arguments:\n{\n  "path": "a.ts",\n  "offset": "ten"\n}',
  wordings: typeWordings,
  match(evidence) {
    // Some harnesses call a value of the wrong type missing: the call itself knows better (errors.md part A1).
    const said = /^Missing value for required parameter '(?<param>[\w.-]{1,80})'/.exec(evidence.message)?.groups?.['param'];
    const given =
      said === undefined || evidence.args === undefined || !Object.hasOwn(evidence.args, said) ? undefined : evidence.args[said];
    if (said === undefined || given === undefined || given === null || (typeof given === 'string' && given.trim() === '')) return undefined;
    const issue = evidence.issues.find((each) => each.pointer === `/${said}`);
    // The value is there and as the schema wants it: the words are what the tool read or printed.
    if (issue === undefined && isOutput(evidence) && evidence.declared?.includes(said) === true) return 'no';
    const got = Array.isArray(given) ? 'array' : typeof given;
    return {
      variant: 'type',
      facts: { param: said, got, expected: issue?.expected.join(' or ') ?? (got === 'string' ? 'array' : undefined) },
    };
  },
  cause: ({ variant, facts }) => `${variant} ${facts.param ?? ''} ${facts.expected ?? ''}`,
  scope: 'tool',
  guide({ variant, facts }, place) {
    const param = nameOr(facts.param?.replace(/^\//, ''), 'the argument');
    const expected = typeOr(facts.expected);
    const got = typeOr(facts.got);
    if (variant === 'unexpected') {
      return {
        what: `"${place.tool}" was called with ${param === 'the argument' ? 'a parameter' : `the parameter ${param}`} that it does not have.`,
        why: 'Only the parameters in the schema of the tool are accepted, with exactly their names.',
        next: [`Leave ${param} out, or use the right name of the parameter.`, ...requiredStep(place)],
      };
    }
    const step =
      got === 'null'
        ? `Leave ${param} out instead of sending null.`
        : `Send ${param} as ${expected === '' ? 'the schema of the tool says' : `a JSON ${expected}`}${got === 'string' && expected !== 'string' ? ', not as text in quotation marks' : ''}.`;
    return {
      what: `${param === 'the argument' ? 'An argument' : `The argument ${param}`} of "${place.tool}" has the wrong ${variant === 'enum' ? 'value' : 'type'}${expected === '' || variant === 'enum' ? '' : `: it must be ${expected}${got === '' ? '' : `, you sent ${got}`}`}.`,
      why: 'The arguments do not fit the schema of the tool, so it did not run.',
      next: [step, ...requiredStep(place), 'Keep the other arguments as they were.'],
    };
  },
  strengthened: 'Re-read the tool schema now: compare the type of each argument with it before you call again.',
};
