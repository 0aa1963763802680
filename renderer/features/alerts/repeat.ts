/** What Signalbox did about one repetition. */
export type Deed = 'guided' | 'strengthened' | 'circuit opened' | 'loop circuit opened' | 'answered locally' | 'turn ended';

/** One repetition of a loop, as far as the journal tells: what is not known of it is ''. */
export interface Repeat {
  readonly id: string;
  readonly callId: string;
  readonly tool: string;
  readonly arguments: string;
  readonly result: string;
  /** When the call was made, or its result seen; undefined: not known. */
  readonly at: number | undefined;
  /** The turn that made the call. */
  readonly turn: string;
  /** The turn that brought its result; '' when it was never run. */
  readonly toldIn: string;
  readonly deeds: readonly Deed[];
}
