/** Why a result that looks like an error is none of the model's mistakes (errors.md part A3). */
export type NoFault = 'denied' | 'filler' | 'infrastructure';

interface Ruling {
  readonly kind: NoFault;
  readonly at: RegExp;
}

/** Each stands at the start of the message. */
const RULINGS: readonly Ruling[] = [
  {
    kind: 'denied',
    at: /^(?:The )?user (?:denied|rejected|declined|cancelled|canceled|aborted|doesn['’]t want|does not want|chose not|has denied|has rejected|interrupted)\b/i,
  },
  {
    kind: 'denied',
    at: /^\[?(?:Request|Operation|Tool(?: call| use| execution)?|Command)? ?(?:interrupted|cancelled|canceled|aborted|rejected|denied) by (?:the )?user/i,
  },
  { kind: 'denied', at: /^\[Operation Cancelled\]/i },
  {
    kind: 'denied',
    at: /^(?:patch|exec command|command|edit|tool call|request) (?:was )?(?:rejected|denied|declined|aborted|cancelled) by (?:the )?user/i,
  },
  { kind: 'denied', at: /^aborted by user\b/i },
  { kind: 'denied', at: /^Command aborted\b/i },
  { kind: 'denied', at: /^Skipping tool \[/ },
  { kind: 'denied', at: /^Permission (?:for this action )?(?:was |is |has been )?(?:denied|rejected|to use)/i },
  { kind: 'denied', at: /^\{"status": ?"denied"/ },
  { kind: 'denied', at: /^Tool call [^\n]{1,200} was cancelled\b/ },
  {
    kind: 'denied',
    at: /^(?:Access|This (?:command|action|tool|operation)) (?:to [^\n]{1,200} )?(?:is|was) (?:blocked|denied|not permitted|not allowed)/i,
  },
  { kind: 'filler', at: /^\[?Tool (?:result missing|execution was interrupted|call interrupted)/i },
  { kind: 'filler', at: /^Task was interrupted before this tool call could be completed/ },
  { kind: 'filler', at: /^(?:aborted|No result provided|\(no result\)|\[no result\]|interrupted)\.?$/i },
  { kind: 'filler', at: /^Tool (?:result is missing|not executed)\b/ },
  { kind: 'filler', at: /^No result (?:was )?recorded/i },
  { kind: 'infrastructure', at: /^(?:MCP error )?-320(?:00|01|03)\b/ },
  { kind: 'infrastructure', at: /^(?:MCP error )?-32603\b/ },
  {
    kind: 'infrastructure',
    at: /^(?:Connection (?:closed|refused|reset|lost)|Request timed out|Session not found|Internal (?:server )?error|Method not found|Output validation error)/i,
  },
  { kind: 'infrastructure', at: /^(?:HTTP )?(?:429|50[0-4])\b/ },
  { kind: 'infrastructure', at: /^(?:Rate limit|Too many requests|Service (?:temporarily )?unavailable|Bad gateway|Gateway time-?out)/i },
  {
    kind: 'infrastructure',
    at: /^(?:The )?(?:command|process|operation|request|tool|execution|[\w.-]{1,60})(?: execution)? (?:has )?(?:timed out|was terminated after|exceeded (?:its )?(?:a )?time(?:out)?)/i,
  },
  { kind: 'infrastructure', at: /^(?:fetch failed|socket hang up|network error|ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|getaddrinfo)/i },
];

/** The reason that the message is no fault; undefined when none is known. */
export const ruledOut = (message: string): NoFault | undefined => RULINGS.find(({ at }) => at.test(message))?.kind;
