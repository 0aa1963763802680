import type { LeakFormat } from '../leak-format.ts';
import { anthropicInvoke } from './anthropic-invoke.ts';
import { bareFunctionXml } from './bare-function-xml.ts';
import { bareInvoke } from './bare-invoke.ts';
import { bareNamespacedInvoke } from './bare-namespaced-invoke.ts';
import { bracketNameRequest } from './bracket-name-request.ts';
import { deepseekDsml } from './deepseek-dsml.ts';
import { elementCall } from './element-call.ts';
import { glmToolCall } from './glm-tool-call.ts';
import { hermesJson } from './hermes-json.ts';
import { jsonElement } from './json-element.ts';
import { legacyInvoke } from './legacy-invoke.ts';
import { longcatToolCall } from './longcat-tool-call.ts';
import { minicpmFunction } from './minicpm-function.ts';
import { minimaxInvoke } from './minimax-invoke.ts';
import { minimaxM3 } from './minimax-m3.ts';
import { qwenFunctionXml } from './qwen-function-xml.ts';
import { seedFunctionXml } from './seed-function-xml.ts';
import { step3Invoke } from './step3-invoke.ts';
import { strippedInvoke } from './stripped-invoke.ts';
import { tmlInvoke } from './tml-invoke.ts';
import { toolRequest } from './tool-request.ts';
import { toolsTag } from './tools-tag.ts';
import { xaiFunctionCall } from './xai-function-call.ts';

/** Every leak format, in the order in which they are tried where openers are equally long. One line a format. */
export const LEAK_FORMATS: readonly LeakFormat[] = [
  hermesJson,
  deepseekDsml,
  qwenFunctionXml,
  glmToolCall,
  longcatToolCall,
  seedFunctionXml,
  minimaxInvoke,
  minimaxM3,
  step3Invoke,
  xaiFunctionCall,
  anthropicInvoke,
  bareNamespacedInvoke,
  strippedInvoke,
  tmlInvoke,
  legacyInvoke,
  bareInvoke,
  minicpmFunction,
  bareFunctionXml,
  elementCall,
  toolRequest,
  toolsTag,
  jsonElement,
  bracketNameRequest,
];
