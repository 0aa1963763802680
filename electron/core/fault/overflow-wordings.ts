/**
 * How upstreams say that a request is longer than the model's context (errors.md part A2). Each stands at the start of the message; a rate limit is
 * told apart before they are asked.
 */
export const overflowWordings: readonly RegExp[] = [
  /^[^\n]{0,200}?\bprompt (?:is )?too long\b/i,
  /^(?:[^\n]{0,200}: )?input length and `?max_tokens`? exceed context limit/i,
  /^Request exceeds the maximum size/i,
  /^(?:[^\n]{0,120}(?:'s|s') )?maximum (?:context|prompt|input|sequence) length (?:is|of)\b/i,
  /^(?:[^\n]{0,160}? )?(?:exceeds?|exceeded|greater than|longer than|larger than|too long for|over|beyond) (?:the |this |its )?(?:model(?:'s|’s)? |available |maximum |max |allowed )*(?:context|input|prompt|sequence)[ _-]?(?:window|length|limit|size)/i,
  /^(?:[^\n]{0,120}? )?(?:context|prompt|input)[ _-]?(?:window|length|size|tokens?)(?: limit)? (?:is |was |has been )?(?:exceeded|exceeds|too (?:long|large)|overflow)/i,
  /^(?:[^\n]{0,120}? )?(?:longer|larger|greater) than the (?:maximum|max) model length/i,
  /^Please reduce the length of (?:the|your|either)/i,
  /^(?:the )?request \(?\d{0,9}[^\n]{0,40}\)? ?exceeds the available context size/i,
  /^(?:The )?(?:input|prompt)(?: token)? (?:count|length|size|tokens)[^\n]{0,60} exceeds (?:the )?(?:maximum|max|model|context|limit|allowed)/i,
  /^(?:The )?(?:number of )?tokens to keep from the initial prompt is greater than the context length/i,
  /^(?:Your )?input exceeds the (?:context window|maximum)/i,
  /^(?:invalid params, )?context window exceeds limit/i,
  /^(?:Invalid request: )?Your request exceeded model token limit/i,
  /^(?:[^\n]{0,80}: )?exceeded model token limit/i,
  /^(?:<\d{3}> )?(?:[\w.]{1,80}: )?Range of input length should be \[/i,
  /^(?:Prompt|Input) (?:contains|has) \d{1,9} tokens[^\n]{0,80}(?:too large|exceed|maximum|limit)/i,
  /^(?:The model returned the following errors: )?(?:Input|Prompt) is too (?:long|large)(?: for (?:the )?(?:requested |this )?model)?/i,
  /^(?:Too many tokens in|The prompt is too large for|Conversation is too long for) (?:the )?(?:prompt|model|context|input)/i,
  /^(?:prompt token count of \d{1,9} exceeds the limit of \d{1,9})/i,
  /^(?:Requested token count|Total tokens?|Token count)[^\n]{0,40} exceeds (?:the )?(?:model|maximum|context|limit)/i,
  /^(?:This model only supports|The model supports) (?:up to )?\d{1,9} (?:input )?tokens/i,
  /^(?:Input validation error: )?`?inputs`? (?:tokens )?(?:\+ `?max_new_tokens`? )?must (?:be <=|have less than) \d{1,9}/i,
  /^model_context_window_exceeded/i,
  /^Trying to keep the first \d{1,9} tokens when context/i,
  /^(?:上下文|输入)(?:长度)?(?:超出|超过|过长)/,
];
