import { actsAbroad, givesReason, isAct, lastSentence } from './announcement.ts';
import { pointsAtText } from './pointing-sentence.ts';
import { DECLINED, ONLY_ABROAD, SHORT_LABELS, SHOWS_ABROAD, TEXT_ABROAD, TEXT_WORDS, TOLD_BY } from './lead-words.ts';

/** What ends a sentence: the envelope behind it stands on its own. */
const ENDED = /[.!…,;。！？；，、~)\]）】](?:["'”’»*_]*)$|\p{Extended_Pictographic}\uFE0F?$/u;
const OPEN = /[:：\-–—]$/;
/** A short fragment on a line of its own is a terse step (“Tests next:”, “Weather in Oslo:”), and a shorter one even without a colon (“2/5”). */
const MOST_LABEL_WORDS = 3;
const MOST_BARE_WORDS = 2;
const MOST_TERSE_SIGNS = 6;
/** Scripts that write no blanks between words. */
const SIGNS = /[\u3040-\u30ff\u3400-\u9fff]/;
const WORDS = /[\p{L}\p{M}\p{N}'_./-]+/gu;

/** “Here is the listing:”: something is handed over, unless it is a specimen. */
const HERE = /^(?:\p{L}+[,!.] )*here(?:'s| is| are| you go| goes| we go)(?= |\s?[:：]|$)/u;
const SPECIMEN = /\b(?:leak|leaks|corpus|synthetic|fixture|dummy|fake|sample|specimen|transcript|screenshot|payload|excerpt)\b/;
/** “As requested, deleting it:”, “to confirm:”, “you asked for the weather:”, “same for the second file:”. */
const NEUTRAL =
  /^(?:(?:tool|function)(?:[ _-]?(?:call|use|invocation))?\s?[:：]$|assistant\s?[:：]?$|assistant to=|(?:ok|okay|sure|alright|right|yes|great|thanks|plan|same|again|once more|another|one more|task|step|phase|todo|goal|time (?:for|to)|meanwhile|hence|plus|after that|before that)\b|to \p{L}+|you (?:asked|want|wanted|need|requested)|try\b|retry\b|[^,;—–]{1,80}[,;—–] ?(?:(?:so |then |now |and )?\p{L}{2,}ing|on to)\b|using |via |need |needs |(?:and |also )?(?:the )?(?:next|first|last) (?:step|file|one|command|task|thing|item|part)\b)/u;
const MEANS =
  /^i (?!see\b|saw\b|think\b|believe\b|guess\b|mean\b|suppose\b|suggest|propose|recommend|wrote|sent|got\b|was\b)\p{L}+|\b(?:let me|let's|i'll|i will|i'm|i am|we'll|we will|i need|i want|i have to|i can|i should)\b/u;
/** “We got”, “Claude said”: the verb waits for what follows. */
const WAITS =
  /\b(?:yields?|gives?|gets?|got|said|says|answered|answers|wrote|writes|reads|sent|sends|printed|prints|returned|returns|shows|showed|emitted|emits|expects|holds|contains|removes|adds|logged|produced|produces|means|is|are|was|were)$/;
/** “Expanded:”, “Schematically:”: a text in some state, or said in some way. */
const STATED =
  /^(?!(?:fixed|needed|noted|agreed|confirmed|verified|updated|applied|installed|finished|completed|started|required|proceed|finally|lastly|quickly|immediately|firstly|secondly|additionally|alternatively|similarly|apply)\b)\p{L}{4,}(?:ed|ly)\s?[:：]$/u;
/** “Figure 2:”, “Case A:” */
const NUMBERED =
  /^(?!(?:step|task|part|phase|stage|attempt|try|round|file|item|job|iteration|page)\b)\p{L}{3,} (?:#?\d{1,3}|[a-z])\b[^:：]{0,20}[:：]$/u;
/** “The fix is small:” tells how things are. */
const STATES =
  /^(?:the|it|that|there|everything|all)\b.*\b(?:is|are|isn't|aren't)\b.|\b(?:comes? from|compares?|points? (?:to|at)|needs?|requires?|fails?|depends? on|lives? in|happens?|calls?)\b/;
/** What somebody would do in a case that is only thought of. */
const THOUGHT_OF =
  /^(?:when(?:ever)?|if|should|were) i\b[^,]*$|^(?:if (?:executed|run|dispatched|called)|this|that|it|the following)\b[^:]{0,40}\bwould\b|\b(?:only|just|merely) (?:print|show|quot|writ|describ|illustrat)ing\b|\b(?:only|just|merely) (?:describe|illustrate|quote|sketch)\b|^(?:paste|copy|type) (?!the file|files)\w/;
/** A text is made, kept or compared by somebody else, or might be. */
const TOLD =
  /\b(?:is|are|was|were|be|been|gets?|got) (?:\w+ly |then |therefore )?(?:encoded|written|spelled|spelt|represented|serialised|serialized|rendered|expressed|denoted|formatted|printed|parsed|tokenized|logged|equivalent|accepted|ignored|emitted|as follows)\b|\b(?:this|these|the following)(?: one)?\s?[:：]$/;
/** “Is this valid?”, “What does the following mean?” */
const ASKS = /\b(?:this|these|the following)(?: (?:valid|correct|right|ok|okay|mean|wrong|broken|real|well[- ]formed|legal))?\s?\?["'”’]?$/;
/** A note in brackets, on a line of its own. */
const NOTE = /^[([{（【]([^()[\]{}（）【】]{2,80})[)\]}）】]$/;
/** An item of a list or a row of a table ends without a mark. */
const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s|\|$/;
/** “*checks the repo*”: an act that is played. `before` has lost the closing mark. */
const PLAYED = /^\*(?=\p{L})/u;

/**
 * Whether the words before an envelope leave open what follows, and do not act: the envelope is then a part of what they say, quoted or
 * described (contract 2.3 check 12). `before` is what stands before, lower case, trimmed, emphasis removed; `inline` tells that the envelope
 * stands on the same line. Short labels on lines of their own announce only where a word of them names a text.
 */
export function leavesOpen(before: string, inline: boolean): boolean {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const note = NOTE.exec(line.trim())?.[1];
  if (note !== undefined && !inline) return !/^(?:begin|end)\b/.test(note) && isShownNote(note);
  const sentence = lastSentence(line.slice(line.lastIndexOf('>') + 1));
  if (sentence === '') return false;
  if (declines(sentence) && !ENDED.test(sentence)) return true;
  if (ASKS.test(sentence)) return true;
  if (ENDED.test(sentence)) return pointsAtText(sentence);
  if (sentence.endsWith('?')) return false;
  if (THOUGHT_OF.test(sentence) || ONLY_ABROAD.test(sentence)) return true;
  if (isAct(sentence) || actsAbroad(sentence) || PLAYED.test(line)) return false;
  if (OPEN.test(sentence) && declinedBefore(line)) return true;
  return isUnfinished(sentence, inline, ITEM.test(line));
}

/** Whether the paragraph before the envelope's own ends in a sentence or note that points at it: “The sample follows.”, “(not executed)”. */
export function pointsOver(before: string): boolean {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const note = NOTE.exec(line.trim())?.[1];
  if (note !== undefined) return !/^(?:begin|end)\b/.test(note) && isShownNote(note);
  const sentence = lastSentence(line.slice(line.lastIndexOf('>') + 1));
  return ENDED.test(sentence) && pointsAtText(sentence, true);
}

function isUnfinished(sentence: string, inline: boolean, isItem: boolean): boolean {
  const words = sentence.match(WORDS) ?? [];
  if (HERE.test(sentence)) return SPECIMEN.test(sentence);
  if (NEUTRAL.test(sentence) || MEANS.test(sentence) || givesReason(sentence)) return false;
  if (inline) return words.length > 0;
  if (TEXT_ABROAD.test(sentence) || SHOWS_ABROAD.test(sentence) || TOLD_BY.test(sentence)) return true;
  if (SIGNS.test(sentence)) return sentence.length > MOST_TERSE_SIGNS;
  const told = TOLD.test(sentence) || words.some((word) => TEXT_WORDS.has(word));
  if (!OPEN.test(sentence)) {
    if (WAITS.test(sentence) || words.some((word) => SHORT_LABELS.has(word))) return true;
    return words.length > MOST_BARE_WORDS && !isItem && !/^i \p{L}/u.test(sentence) && (told || !STATES.test(sentence));
  }
  if (STATED.test(sentence) || NUMBERED.test(sentence)) return true;
  if (words.length > MOST_LABEL_WORDS) return told || !STATES.test(sentence);
  return words.some((word) => SHORT_LABELS.has(word) || (words.length === MOST_LABEL_WORDS && TEXT_WORDS.has(word)));
}

/** “I can't run it here, so I'll use docker” acts. */
function declines(sentence: string): boolean {
  const comma = sentence.lastIndexOf(',');
  return DECLINED.some((pattern) => pattern.test(sentence)) && (comma < 0 || !isAct(sentence.slice(comma + 1).trim()));
}

const isShownNote = (note: string): boolean =>
  DECLINED.some((pattern) => pattern.test(note)) ||
  (note.match(WORDS) ?? []).some((word) => TEXT_WORDS.has(word) || SHORT_LABELS.has(word));

/** The sentence before the last one says that it is not done: “I can't run that. It would have been:”. */
function declinedBefore(line: string): boolean {
  const near = line.slice(-160);
  return DECLINED.some((pattern) => pattern.test(near));
}
