/** The words of the product (design 1-product, "Words"). String unions only; each has a label in the console. */

/** A wire API. The value of `dialect` in the journal, in `check` and in the operator API. */
export type Dialect = 'openai-chat' | 'openai-responses' | 'anthropic-messages';

/** Outcome of an exchange (contract 2.1). */
export type Outcome =
  | 'pass_through'
  | 'recover'
  | 'hold'
  | 'normalise'
  | 'heal'
  | 'reask'
  | 'cut'
  | 'repair_request'
  | 'surface_error'
  | 'break_loop'
  /** Signalbox answered in the model's place (rule observe-then-retry). */
  | 'stand_in';

/** Reason codes of admission (contract 2.3), in the order of the checks. `ok` is the code of a dispatched call. */
export type AdmissionReason =
  | 'ok'
  | 'no_tools'
  | 'no_text'
  | 'no_tags'
  | 'fenced'
  | 'quoted'
  | 'dual_protocol'
  | 'incomplete'
  | 'shape'
  | 'ambiguous'
  | 'unadvertised'
  | 'bad_arguments'
  | 'schema'
  | 'reasoning'
  | 'prose'
  | 'example'
  | 'common'
  | 'too_large';

/** The one last state of each call seen (wire 3.5); `arriving` is the word for seen and not yet settled. */
export type CallState = 'delivered' | 'recovered' | 'healed' | 'refused' | 'cancelled' | 'expired' | 'rejected' | 'answered' | 'withdrawn';

/** How sure a syntax is: `private` delimiters are not typed by people, `common` ones are (contract 2.3). */
export type FormatClass = 'private' | 'common';

/** What an operator can set for a format or a rule. */
export type Switch = 'auto' | 'ask' | 'off';

/** What a tool does to the world, as far as its name and the agent profile tell. */
export type SideEffect = 'reads' | 'writes' | 'unknown';

export type Verdict = 'approve' | 'override' | 'reject' | 'text';

/** Codes of the errors that Signalbox itself makes (wire 3.5). */
export type GatewayErrorCode =
  | 'signalbox_upstream_unreachable'
  | 'signalbox_stalled'
  | 'signalbox_cut'
  | 'signalbox_loop'
  | 'signalbox_declined'
  | 'signalbox_refused';

/** Why a turn ended, dialect-free. `raw` values outside the list pass unchanged as `other`. */
export type FinishReason =
  | 'stop'
  | 'calls'
  | 'length'
  | 'refusal'
  | 'content_filter'
  | 'stop_sequence'
  | 'pause'
  | 'context_exceeded'
  | 'other'
  | 'missing';
