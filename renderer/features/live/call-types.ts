/** Types of entries that the record of a call is folded from. */
export const callTypes = [
  'tool-call-seen',
  'tool-call-delivered',
  'tool-call-recovered',
  'tool-call-healed',
  'tool-call-held',
  'approval-settled',
  'tool-call-refused',
  'tool-call-cancelled',
  'tool-call-answered',
  'tool-call-made',
  'turn-started',
] as const;
