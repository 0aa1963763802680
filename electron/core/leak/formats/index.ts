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
import { graniteArray } from './granite-array.ts';
import { barToolCall } from './bar-tool-call.ts';
import { graniteToken } from './granite-token.ts';
import { graniteFunctionCall } from './granite-function-call.ts';
import { llamaPythonTag } from './llama-python-tag.ts';
import { llamaPythonCall } from './llama-python-call.ts';
import { llama4Json } from './llama4-json.ts';
import { llama4Python } from './llama4-python.ts';
import { functools } from './functools.ts';
import { internlmPlugin } from './internlm-plugin.ts';
import { toolCallsLines } from './tool-calls-lines.ts';
import { toolCallsArray } from './tool-calls-array.ts';
import { namedObject } from './named-object.ts';
import { nemotronToolcall } from './nemotron-toolcall.ts';
import { longcatJson } from './longcat-json.ts';
import { gigachat } from './gigachat.ts';
import { lfm2Json } from './lfm2-json.ts';
import { lfm2Python } from './lfm2-python.ts';
import { olmoPython } from './olmo-python.ts';
import { functionaryTag } from './functionary-tag.ts';
import { functionaryToken } from './functionary-token.ts';
import { functionaryRecipient } from './functionary-recipient.ts';
import { functionaryV1 } from './functionary-v1.ts';
import { functionaryArrow } from './functionary-arrow.ts';
import { functionaryBareName } from './functionary-bare-name.ts';
import { kimiK2 } from './kimi-k2.ts';
import { kimiStripped } from './kimi-stripped.ts';
import { deepseekTokens } from './deepseek-tokens.ts';
import { mistralToolCalls } from './mistral-tool-calls.ts';
import { mistralStripped } from './mistral-stripped.ts';
import { harmony } from './harmony.ts';
import { harmonyStripped } from './harmony-stripped.ts';
import { gigachatWords } from './gigachat-words.ts';
import { calledObject } from './called-object.ts';
import { cohereAction } from './cohere-action.ts';
import { apertusTools } from './apertus-tools.ts';
import { functionGemma } from './function-gemma.ts';
import { gemma4Call } from './gemma4-call.ts';
import { react } from './react.ts';
import { toolCodeElement } from './tool-code-element.ts';
import { toolCodeFence } from './tool-code-fence.ts';
import { pythonList } from './python-list.ts';
import { pythonCall } from './python-call.ts';
import { jsonFenced } from './json-fenced.ts';
import { jsonBare } from './json-bare.ts';
import { geminiCall } from './gemini-call.ts';
import { nestedElementCall } from './nested-element-call.ts';

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
  nestedElementCall,
  toolRequest,
  toolsTag,
  jsonElement,
  bracketNameRequest,
  graniteArray,
  barToolCall,
  graniteToken,
  graniteFunctionCall,
  llamaPythonTag,
  llamaPythonCall,
  llama4Json,
  llama4Python,
  functools,
  internlmPlugin,
  toolCallsLines,
  toolCallsArray,
  nemotronToolcall,
  longcatJson,
  gigachat,
  lfm2Json,
  lfm2Python,
  olmoPython,
  functionaryTag,
  functionaryToken,
  functionaryRecipient,
  functionaryV1,
  functionaryArrow,
  functionaryBareName,
  calledObject,
  namedObject,
  kimiK2,
  kimiStripped,
  deepseekTokens,
  mistralToolCalls,
  mistralStripped,
  harmony,
  harmonyStripped,
  gigachatWords,
  cohereAction,
  apertusTools,
  functionGemma,
  gemma4Call,
  react,
  toolCodeFence,
  toolCodeElement,
  pythonList,
  pythonCall,
  jsonFenced,
  jsonBare,
  geminiCall,
];
