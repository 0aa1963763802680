import type { HealingRule } from '../healing-rule.ts';
import { booleanFromString } from './boolean-from-string.ts';
import { dropNull } from './drop-null.ts';
import { jsonFromString } from './json-from-string.ts';
import { numberFromString } from './number-from-string.ts';
import { parameterName } from './parameter-name.ts';
import { toolName } from './tool-name.ts';
import { unwrapObject } from './unwrap-object.ts';

/** All healing rules, in the order in which they are tried: the name first, then parameters, then values, then what programs hold. */
export const HEALING_RULES: readonly HealingRule[] = [
  toolName,
  parameterName,
  unwrapObject,
  numberFromString,
  booleanFromString,
  dropNull,
  jsonFromString,
];
