import type { LeakFormat } from '../leak-format.ts';
import { deepseekDsml } from './deepseek-dsml.ts';
import { hermesJson } from './hermes-json.ts';

/** Every leak format, in the order in which they are tried where openers are equally long. One line a format. */
export const LEAK_FORMATS: readonly LeakFormat[] = [hermesJson, deepseekDsml];
