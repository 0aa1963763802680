import type { HealingRule } from '../healing-rule.ts';
import { absolutePath } from './absolute-path.ts';
import { booleanFromString } from './boolean-from-string.ts';
import { bridge } from './bridge.ts';
import { clampRange } from './clamp-range.ts';
import { closestContentRule } from './closest-content.ts';
import { dropNull } from './drop-null.ts';
import { fillDescription } from './fill-description.ts';
import { innerDescriptions } from './inner-descriptions.ts';
import { jsonFromString } from './json-from-string.ts';
import { numberFromString } from './number-from-string.ts';
import { parameterName } from './parameter-name.ts';
import { programSyntax } from './program-syntax.ts';
import { stripFences } from './strip-fences.ts';
import { toolName } from './tool-name.ts';
import { unwrapObject } from './unwrap-object.ts';
import { wrapRunCode } from './wrap-run-code.ts';

/** All healing rules, in the order in which they are tried: the name first, then parameters, then values, then what programs hold. */
export const HEALING_RULES: readonly HealingRule[] = [
  toolName,
  bridge,
  parameterName,
  wrapRunCode,
  fillDescription,
  unwrapObject,
  numberFromString,
  booleanFromString,
  dropNull,
  jsonFromString,
  stripFences,
  programSyntax,
  innerDescriptions,
  clampRange,
  absolutePath,
  closestContentRule,
];
