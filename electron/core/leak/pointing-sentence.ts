import { actsAbroad, isAct } from './announcement.ts';
import { DECLINED, ONLY_ABROAD, POINTS_ABROAD, TEXT_ABROAD } from './lead-words.ts';

/** What a sentence may point at. */
const TEXT =
  '(?:text|block|lines?|snippet|sample|example|reply|response|message|output|markup|string|quotation|quote|excerpt|specimen|illustration|leak|fixture|demo|transcript|template|data|call|part|section)';
/** “The text is below”, “below is the reply”, “the next lines”, “this text”. */
const BELOW = new RegExp(
  `\\bbelow\\s?[.!]|^below (?:is|are|you|comes|follows)\\b|\\b(?:follows|as follows)\\s?[.!]|\\bthe (?:following|next) (?:two |few )?${TEXT}\\b|\\bthe ${TEXT} (?:below|underneath|after this|that follows?)\\b|\\b(?:this|these) (?:exact )?(?:text|lines?|block|string|reply|output|markup|snippet)\\s?[.!]`,
);
/** “The ticket quotes this.” */
const THIS = /^(?!i\b|we\b|let|that\b|it\b|so\b|to\b).*\b(?:this|these|the following)\s?[.!]$/;
/** “This is not a call”, “it is shown here as text”, “here is the exact text”. */
const IS_TEXT = new RegExp(
  `^(?:this|that|it|what (?:follows|you see(?: next| below)?)|the following)(?:'s| is| are)(?: only| just| merely| not)* (?:a |an |the )?(?:raw |real |literal |exact |synthetic |actual )*${TEXT}\\b(?! (?!of|from|for|that|which|i|you|in|as|to|and)\\w)|\\b(?:it|this)(?:'s| is) (?:only |just )?(?:shown|quoted|kept|given|reproduced|printed|displayed) (?:here|below|as|only|for|verbatim)\\b|^here(?:'s| is| are| it is)\\b[^,]*\\b(?:text|markup|leak|reply|raw|unparsed|verbatim|specimen|excerpt|transcript)\\b|\\b(?:see|show you|asked for) (?:the |a |an )(?:raw )?(?:markup|syntax|dialect)\\b`,
);
/** “For illustration only.”, “This is how the model writes it.” */
const ONLY_EXAMPLE =
  /^(?=.*\b(?:only|purely|just|ignore)\b).{0,30}\b(?:example|illustration|demonstration)s?\b|^(?:this|that) is how (?:the|a|an|it|such)\b/;
/** “Consider this an example.” */
const TAKEN = /^(?:please )?(?:consider|take|think of|treat|read) (?:it|this|that|the following) (?:as )?(?:an? |data|text)/;
/** Where it came from: “This was written by another model”, “it arrived as text”. */
const ORIGIN = new RegExp(
  `^(?:this|it|that|the (?:instruction|${TEXT})\\b[^.]*?) (?:was|were|came|comes|arrived) (?:written|injected|sent|produced|generated|back|from (?:the|a|an) (?:page|server|log|model|tool|user|issue)|as (?:plain |raw )?text)\\b(?! up)|^(?:this|the) (?:text|string|reply|markup|input|output) (?:caused|crashed|broke|confused|leaked|appear(?:s|ed))\\b`,
);
/** What others must do with it, or must not. */
const HANDLED =
  /\b(?:must|should|has to|have to|needs? to|may|is to)(?: not| never)? (?:stay|remain|be (?:ignored|rejected|executed|run|dispatched|left|called)|leave|reject|ignore|act on)\b|^(?:please )?(?:ignore|treat|do not (?:treat|dispatch|execute|run|act)|don't (?:treat|dispatch|execute|run|act)|never (?:treat|dispatch|run|execute))\b(?! (?:the|any|all|my|your) (?!block|text|lines?|next|following))|^nothing (?:here|below|of this|(?:will be|is|was) (?:executed|run|called))\b|\b(?:nobody|no one|none of (?:this|it|them))\b.*\b(?:runs?|executes?|executed)\b|\bno need to (?:run|execute) (?:it|this)\b/;
/** Somebody else wants it. */
const PLANTED =
  /\b(?:hidden|injected|malicious|planted) (?:instruction|call|command|prompt|text)s?\b|\b(?:tries|tried) to (?:make|get|trick) me\b/;
/** “I did not run it.” What is not run must be what follows: a pronoun says so. */
const NOT_IT =
  /\b(?:run|runs|execute|executed|call|called|follow|followed|dispatch|do|obey|act on|ignored|refused|declined) (?:it|this|that|them|these)\s?[.!]/;
/** An order to the reader that points: “Save the next lines as leak.txt.” */
const ORDER = /^(?:save|add|copy|paste|put|insert|append|store|use|write|type)\b/;
const POINTED = new RegExp(`\\b(?:this|these) (?:exact )?${TEXT}\\b`);
/** “Look at the following reply.” */
const LOOK = new RegExp(`^(?:look at|consider|compare|note|see|read|take) (?:this|these|the (?:following|next)) ${TEXT}\\b`);
const LATIN = /^[\p{ASCII}’“”…–—]*$/u;

/**
 * Whether a whole sentence right before an envelope says that a text follows, or that nobody makes the call. `sentence`: lower case. `apart`: a
 * blank line is between, and a mere “this” may mean something else.
 */
export function pointsAtText(sentence: string, apart = false): boolean {
  const declined = DECLINED.some((pattern) => pattern.test(sentence));
  if (declined && (NOT_IT.test(sentence) || !LATIN.test(sentence) || !/\bi\b|'/.test(sentence))) return true;
  const below = BELOW.test(sentence);
  if (LOOK.test(sentence) || TAKEN.test(sentence) || ONLY_EXAMPLE.test(sentence)) return true;
  if (ORDER.test(sentence) && (below || POINTED.test(sentence))) return true;
  if (isAct(sentence) || actsAbroad(sentence)) return false;
  if (
    below ||
    (!apart && THIS.test(sentence)) ||
    IS_TEXT.test(sentence) ||
    HANDLED.test(sentence) ||
    ORIGIN.test(sentence) ||
    PLANTED.test(sentence)
  )
    return true;
  return POINTS_ABROAD.test(sentence) || TEXT_ABROAD.test(sentence) || ONLY_ABROAD.test(sentence);
}
