import { ACTS_ABROAD } from './lead-words.ts';

/**
 * Sentences that announce a text which is shown and not a call which is made: “The required format is:”, “You could write:”, “I won't run
 * this:” (contract 2.3 check 12). The words are data; how they must stand decides, since “Let me check the format:” announces an act. One
 * sentence is read, at most {@link LONGEST} signs of it, in lower case.
 */
const LONGEST = 200;
/** A heading or label has no more words than this; a longer sentence must end in a verb that quotes. */
const MOST_LABEL_WORDS = 9;
/** The same for scripts without blanks between words, in signs. */
const MOST_LABEL_SIGNS = 18;

/** What is shown: a kind of text, or a judgement on one. */
const LABELS: ReadonlySet<string> = new Set(
  `example examples ex sample samples demo demonstration illustration format formats syntax shape style grammar spec specification usage
  template snippet docs documentation readme manual prompt transcript input markup string text body fixture fixtures placeholder quote quoting
  quoted copied expected incorrect malformed leaked injected malicious hidden payload payloads anti-pattern antipattern pseudo dummy made-up
  mock fake fictional imaginary equivalent variant dialect family xml json yaml parse raw vector golden repro reproduction few-shot diff
  converted translated decoded escaped unescaped json-unescaped exercise blank hermes qwen qwen3 qwen3-coder glm dsml kimi harmony mistral
  deepseek minimax
  beispiel beispiele beispielaufruf beispielhaft vorlage veranschaulichung anschauung exemple exemples modèle ejemplo ejemplos formato
  plantilla exemplo exemplos esempio esempi пример примеру примера примеры формат шаблон синтаксис voorbeeld formaat przykład příklad
  예제 예시 형식`.split(/\s+/),
);
/** A label only where it stands alone. */
const JUDGEMENTS: ReadonlySet<string> = new Set(
  'actual before after bad good wrong right correct invalid valid dry original previous old option vs'.split(' '),
);
const MOST_JUDGING_WORDS = 3;
/** The same in scripts without blanks. */
const SIGN_LABELS =
  /格式|例|用法|[语語]法|模板|日志|日誌|文[档檔]|提示[词詞]|[响響][应應]|回[复復]|[参參]考|[输輸]入|演示|原文|假[设設如]|[输輸]出[应應]|模型[输輸]出|[写寫]法|形式|書式|構文|入力/;
const SIGN_INTENT =
  /[我让讓]|[现現]在|接下|正在|[开開]始|首先|[查检檢读讀]|[运運]行|[执執]行|搜|[写寫]入|更新|修[改正复復]|[创創]建|打[开開]|ます/;

/** Whoever says this is about to act. */
const INTENT =
  /\b(?:let me|let's|let us|i'll|i will|(?:i'm|i am) (?:now |just |also |still )?(?:\w+ing|about|ready)|i'd (?:like|rather|better|start|begin|check|look|suggest we)|i need|i want|i have to|i should|i can|i shall|we need|we'll|we will|we should|we can|going to|gonna|time to)\b|(?:^|[\s,])(?:ich|je|voy|vamos|vou|vado|jetzt|maintenant|ahora|agora|adesso|я|давай|давайте|сейчас|теперь)\s|(?<!like )\b(?:so|therefore|thus|hence)\s?[:：]$/;
/** … unless what is done is showing. */
const SHOWS =
  /\b(?:show|giv|illustrat|demonstrat|explain|quot(?:e|ing) (?:it|this|that|them|you|from|the (?!path|argument|name|string|value|file))|(?:only|just) print|describ|sketch|present|past|repeat|spell)/;
/** A sentence that begins so is a step: “Next”, “Reading the log”, “Check the docs”. */
const STEP =
  /^(?:(?:ok|okay|sure|great|good|perfect|alright|right|well|yes|so|and|thanks|sorry|next|now|then|first|step \d+)[,:!.]? )*(?:now|next|then|first|step|finally|also|check|read|search|open|find|list|look|fetch|get|create|update|fix|edit|add|remove|delete|clean|build|verify|inspect|view|install|start|grep|locate|load|save|apply|(?!hugging|warning|thing|nothing|something|anything|everything|spring|string|quoting|showing|illustrating|demonstrating|assuming|supposing|imagining|using|during|according|string|training|missing|remaining|following)(?:re-)?\p{L}{2,}ing)\b/u;

/** “…, so listing it”, “using grep to find it” */
const SO_DOING = /, (?:so|then|now|therefore) (?!showing|quoting)\p{L}{2,}ing\b|^using [^:]{1,60} to (?!show|illustrate)\p{L}+/u;

/** Not done, whatever else is said. */
const REFUSED =
  /\b(?:instead of|rather than|without|not) (?:actually |really )?(?:running|executing|calling|sending|making|issuing|invoking) (?:it|this|that|them|anything|the call)\b|\b(?:won't|will not|not going to|never|must not|mustn't|don't|do not|should not|shouldn't) (?:actually |ever |really )?(?:run|execute|call|do|use|copy|send|issue|invoke) (?:it|this|that|these|those|such)\b|\bavoid (?:this|that|such)\b|\bnothing (?:is|was|will be) (?:run|executed|called)\b|\bpurposes only\b|\bi(?: should| must| am supposed to|'m supposed to| was (?:told|asked) to) (?:reply|respond|output|emit|return|say)\b|\b(?:copy|paste|put|add|insert) this (?:in|into|to|as) [^:]{0,60}\b(?:prompt|chat|message|ticket|issue|docs|conversation|history|template)\b|\b(?:to|only|just) (?:illustrate|show|showing) (?:it|this|that|the (?:format|syntax|shape|idea))\b/;
/** Done by the reader, or by somebody in a thought. */
const SUPPOSED =
  /\byou (?:can|could|may|might|should|must|would|need to|have to) (?:\w+ ){0,3}?(?:run|call|use|write|send|copy|paste|invoke|execute|output|emit|type)\b|\bplease (?:do not|don't|run|execute|call) |\byourself\b|\b(?:would|could|might) (?:\w+ ){0,2}?(?:write|output|emit|return|produce|send|call|look|print|generate|respond|reply|run|say|issue|invoke|be(?= (?:written|called|sent|formatted|spelled)|[:：])|have (?:called|run|written|sent|used))\b|\bshould (?:be (?:written|called|sent|formatted|spelled)|write|output|emit|return|produce|look|say)\b|(?:^|[,;] )(?:suppose|imagine|pretend|if (?:you|one|the model|a model|i were|we were)|when (?:you|calling|the model|a model)|whenever|to (?:call|invoke) (?:a|the|any) (?:tool|function)|(?:assume|assuming) (?:that )?(?:the|a|an|your) (?:model|assistant|agent|reply|response))\b/;
/** Words that point at a text. */
const POINTS =
  /\b(?:previous|last|assistant's) (?:assistant |tool |own )?(?:message|reply|output|response|turn)\b[^,]{0,40}[:：]$|\bthis (?:output|text|line|reply|message|string|markup)[:：]$|\b(?:as follows|like so|this shape|this format|in the following (?:format|form|shape|way|manner|syntax|style)|is how|as shown|formatted as|(?:return|reply|respond|output|emit|send) (?:only )?(?:a|an|the|one|with|in|exactly)|(?:in|as) plain text|written out|, repeated|(?:copy|paste|add|put) this|steps to reproduce|to reproduce,? (?:paste|send|reply|enter|type)|must not be (?:run|executed|called|sent)|(?:how|way) to (?:call|invoke|write)|to illustrate|to demonstrate|test (?:case|vector|input))\b|\bsuch as\s?[:：]?$|\bwhat [\p{L}\s]{1,40} looks? like\b|\bwhat [\p{L}'\s]{1,40} (?:returns?|sent|sends|got|gets|sees?|wrote|writes|emits?|emitted|received|said|says|produced|produces)\b|\b(?:got|get|received) (?:this |that |it )?back\b|\bthe following(?: (?:text|markup|line|output|reply|string|message))?[:：]$|\bsieht [\p{L}\s]{1,40} aus\b|\bfixtures?\/|\be\. ?g\.$/u;
/** A verb that quotes, right before the text. */
const QUOTES =
  /\b(?:says?|said|shows?|showed|reads?|contains?|contained|returned|emits?|emitted|produces?|produced|renders?|rendered|prints?|printed|quotes?|quoted|wrote|writes?|holds?|held|has|had|have|received|got|pasted|reported|expects?|sent|typed|sees|splits|matches|match|becomes|equals|decodes to)(?: (?:this|it|that|only|one|you|me|just|exactly))*(?: (?:line|text|reply|message|output|string|markup))?(?: in (?:\w+ ){0,3}\w+)?\s?[:：]$/;
/** The same where the text follows without a colon. */
const GOES_ON = /\b(?:matches|reads|says|becomes|equals|decodes to)$/;
const IS = /\b(?:is|was|are|were)\s?[:：]$/;

/** A sentence that begins so says why, and behind its comma what is done. */
const REASON = /^(?:according|based|per|as|since|because|after|before|in|with|from|given|if|when|once|while)\b/;

/** “According to the README, tests run with npm:” */
export const givesReason = (sentence: string): boolean => sentence.includes(',') && REASON.test(sentence);

/** Whether the sentence that ends `before` announces a text that is shown. `before`: lower case, blanks and emphasis behind it removed. */
export function announcesText(before: string): boolean {
  const sentence = sentenceOf(before);
  if (sentence === '') return false;
  if (REFUSED.test(sentence)) return true;
  if (isAct(sentence)) return false;
  if (isLabel(sentence) && !actsAbroad(sentence)) return true;
  return SUPPOSED.test(sentence) || POINTS.test(sentence) || QUOTES.test(sentence) || GOES_ON.test(sentence);
}

/** Whether the sentence that ends `before` says that something is done now. `before` as above. */
export function announcesAct(before: string): boolean {
  const sentence = sentenceOf(before);
  return isAct(sentence) || SIGN_INTENT.test(sentence);
}

/** Whether one sentence, lower case, says that something is done now. */
export const isAct = (sentence: string): boolean => intends(sentence) || STEP.test(sentence) || SO_DOING.test(sentence);

/** Whether somebody acts now, in another language than English. `sentence`: lower case. */
export const actsAbroad = (sentence: string): boolean => ACTS_ABROAD.some((pattern) => pattern.test(sentence));

/** What is meant to be done stands behind the intention: “The log shows an error, so I'll open it” shows nothing. */
function intends(sentence: string): boolean {
  const place = INTENT.exec(sentence)?.index;
  return place !== undefined && !SHOWS.test(sentence.slice(place));
}

/** A short sentence that names a kind of text and ends in a colon or a dash, or has no end at all. */
function isLabel(sentence: string): boolean {
  // A language tag whose fence a server took away is no label.
  if (sentence === 'json') return false;
  if (/[.!?…,;。！？，；)\]]$/.test(sentence)) return false;
  const words = sentence.match(/[\p{L}\p{M}\p{N}'_./-]+/gu) ?? [];
  const named =
    words.some((word) => LABELS.has(word)) || (words.length <= MOST_JUDGING_WORDS && words.some((word) => JUDGEMENTS.has(word)));
  const short = words.length <= MOST_LABEL_WORDS && !givesReason(sentence);
  if (named && (short || IS.test(sentence))) return /[:：\-–—]$/.test(sentence) || (words.length <= 3 && !IS.test(sentence));
  return sentence.length <= MOST_LABEL_SIGNS && /[:：]$/.test(sentence) && SIGN_LABELS.test(sentence) && !SIGN_INTENT.test(sentence);
}

/** Markup ends a sentence too: what stands behind the end of reasoning is the reply. */
function sentenceOf(before: string): string {
  const near = before.slice(Math.max(0, before.length - LONGEST));
  return lastSentence(near.slice(Math.max(near.lastIndexOf('\n'), near.lastIndexOf('>')) + 1));
}

/** The last sentence of a line, without the marks of a list or heading before it. */
export function lastSentence(line: string): string {
  const ends = [...line.matchAll(/[.!?…]["')\]]? +(?!g\.)|[。！？]/g)].filter(({ index, 0: mark }) => index + mark.length < line.length);
  const last = ends.at(-1);
  const sentence = last === undefined ? line : line.slice(last.index + last[0].length);
  return sentence.replace(/^[\s>#*_+•\p{Extended_Pictographic}\uFE0F-]*(?:\d{1,3}[.)]\s+)?[*_]*/u, '').trim();
}
