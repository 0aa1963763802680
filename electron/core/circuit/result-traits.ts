/** Words of a state that is still changing (errors.md B3, "poll-like result"). */
const WAITING =
  /\b(?:running|pending|queued|queueing|in[ _-]?progress|waiting|processing|initiali[sz]ing|starting|not (?:yet )?(?:ready|finished|complete|completed|done|available)|still|scheduled|deploying|provisioning|loading|please wait|try again (?:later|in)|(?:no|without) (?:new )?(?:output|messages?|logs?|events?|changes(?! (?:to (?:apply|make|commit|save|write)|(?:were |was )?(?:made|applied|needed|necessary|required))\b))(?: yet| available| since)?|incomplete|ongoing|creating|building|compiling|downloading|uploading|installing|in_queue|unfinished|stopping|terminating|syncing|rebuilding|warming up|has not (?:finished|completed|started|exited))\b/i;

/** Longer output merely contains such words. */
const MOST_STATE = 600;
const POLLING_TOOL =
  /(?:^|[_-])(?:poll|wait|await|sleep|watch|monitor|status|progress|heartbeat|tick|stdin|output|follow|tail)(?:$|[_-])|(?:Poll|Wait|Await|Sleep|Watch|Monitor|Status|Progress|Stdin|Output)(?:$|[A-Z])/;
const POLLING_COMMAND =
  /(?:^|[;&|(]\s*)(?:sleep|timeout \d+ tail|tail -[fFn0-9]|watch|wait|kubectl (?:get|rollout|wait|describe)|gh (?:run|pr checks|workflow)|glab ci|docker (?:ps|logs|inspect|compose (?:ps|logs))|squeue|qstat|systemctl (?:status|is-active)|aws \S+ (?:describe|get|wait)|gcloud \S+ \S+ describe|az \S+ show|terraform show|ps\b|pgrep|jobs|nc -z|ping|pg_isready|nvidia-smi|curl [^|]{0,200}(?:health|status|ready|localhost|127\.0\.0\.1|\/jobs?\/))/;
/** A step of its own each time although it is written alike: scrolling, keys, undoing, taking the next one. */
const STEPPING =
  /\b(?:scroll\w*|press\w*|keys?|next|previous|forward|back|swipe|click\w*|undo|redo|step\w*|advance|zoom|dequeue|pop|increment|roll|shuffle|random\w*)\b/i;

/** An answer that waiting does not change. */
const REFUSED = /\b(?:unauthori[sz]ed|forbidden|bad request|(?:invalid|missing) (?:bearer |access |api )?(?:token|key|credentials))\b/i;

/** True when an unchanged result is what a patient agent would see too: more repeats are allowed then. */
export function isPolling(tool: string, argumentsText: string, result: string): boolean {
  if (POLLING_TOOL.test(tool)) return true;
  if (result.length <= MOST_STATE && WAITING.test(result)) return true;
  const head = argumentsText.slice(0, 1000);
  const command = /"(?:command|cmd|script|commands)"\s*:\s*\[?\s*"((?:[^"\\]|\\.){0,600})/.exec(head)?.[1];
  if (command !== undefined) return POLLING_COMMAND.test(command) && !REFUSED.test(result.slice(0, MOST_STATE));
  return (
    STEPPING.test(spaced(tool)) ||
    (/"(?:action|direction|key|keys|event|gesture|operation|command)"\s*:/.test(head) && STEPPING.test(spaced(head)))
  );
}

const spaced = (text: string): string => text.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_-]/g, ' ');

const SUCCESS =
  /\b(?:success(?:ful|fully)?|succeeded|ok|okay|done|passed|passing|complete[d]?|created|written|wrote|updated|saved|applied|deleted|removed|added|installed|inserted|moved|copied|renamed|committed|pushed|sent|submitted|queued|enabled|disabled|set|stored|registered|formatted|up[- ]to[- ]date|clean|(?:is|are|all|looks?) valid|valid(?= ?[.!]?$)|unchanged|no (?:lint(?:ing)? )?(?:issues?|errors?|problems?|warnings?|changes|differences|diagnostics|vulnerabilities|offenses|violations|conflicts)|0 (?:issues?|errors?|problems?|warnings?|failures|failed|vulnerabilities)|all (?:matched )?(?:files|tests|checks)|nothing to (?:do|commit|fix|format)|has been (?:updated|created|edited|modified)|true|acknowledged|accepted|your feedback|row_?count|(?:rows?[ _]?)?affected(?:[ _]?rows?)?|insert[ _]?id|INSERT \d+ \d+|(?:UPDATE|DELETE) \d+)\b/i;
const FAILURE =
  /\b(?:fail(?:ed|ure|ing)?|error:|exception|cannot|can't|could not|couldn't|unable|invalid|denied|refused|not found|missing|unsuccessful|does not exist)\b/i;
const MOST_GENERIC = 400;
const MOST_FLAGS = 120;

/**
 * A success that says nothing beyond itself: many different calls end so, in a batch above all (gemini-cli#5873, errors.md B3). Such results
 * are no evidence that varied calls bring nothing new.
 */
export function isGenericSuccess(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed === '' || /^(?:\(?no output\)?|\(?(?:empty|none)\)?|null|undefined|\[\]|\{\})\.?$/i.test(trimmed)) return true;
  // Structured data says more than its own success flag.
  if (/^[[{]/.test(trimmed) && trimmed.length > MOST_FLAGS) return false;
  return (
    trimmed.length <= MOST_GENERIC &&
    SUCCESS.test(trimmed) &&
    !FAILURE.test(trimmed.replace(/\b(?:0|no) (?:failed|failures?|errors?)\b/gi, ''))
  );
}

/** A harness's own words for "the same as before" (agents.md): the result counts as equal to the one that it points to. */
export const saysUnchanged = (text: string): boolean =>
  text.length <= 1000 &&
  /^\s*(?:Wasted call\b|\[?File [^\n]{1,400} unchanged since|File (?:content )?(?:is )?unchanged since|<file_unchanged|\[?(?:Content|Output|Result) (?:is )?(?:unchanged|identical)\b)/i.test(
    text,
  );

/** A command's own end, which is no fault of the call (errors.md B3 "legit shell failures"). */
export const isExitReport = (text: string): boolean =>
  /^\s*(?:Command (?:exited|failed|finished) with (?:exit )?code|Exit(?:ed)?(?: with)?(?: code)?:? ?\d|Process exited with|\[exit)/i.test(
    text,
  ) || /\bexit(?:ed)?(?: with)?(?: status| code)?:? ?[1-9]\d{0,2}\b/i.test(text.slice(-200));

/** Nothing was found: looking for something else may still find it, so that it takes more of them to tell. */
export const saysNothingFound = (text: string): boolean =>
  text.length <= 300 && (NOTHING.test(text) || (/\bnot found\b/i.test(text) && !COMPLAINT.test(text)));

const NOTHING =
  /\b(?:no (?:\w+ ){0,2}(?:match(?:es)?|results?|files?|hits|occurrences|entries|items|records|documents|documentation|pages|symbols|definitions|references|usages)|found 0|0 (?:\w+ )?(?:results?|match(?:es)?|files?|hits)|nothing (?:was )?found|none found)\b/i;
/** An error that something is missing is a complaint about the call, not the answer to a search. */
const COMPLAINT = /^\s*(?:error|fatal|failed)\b/i;
