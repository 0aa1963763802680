import type { LoopFinding } from '../circuit/loop-finding.ts';
import type { Repetition } from '../circuit/stream-repetition.ts';
import type { GatewayError } from '../dialect/dialect.ts';
import type { Effect } from './effect.ts';
import { record } from './lane-records.ts';

/** The model writes the same block without end. */
export const endlessError = (times: number): GatewayError => ({
  code: 'signalbox_loop',
  status: 400,
  retryable: false,
  message: `Signalbox ended this reply [MODEL_STUCK_LOOP]: the model wrote the same text ${times} times in a row and did not stop. Ask again with another instruction or another sampling, or look at the incident in the Signalbox console.`,
});

export const repetitionEntry = ({ unit, times, endless }: Repetition): Effect =>
  record(
    { type: 'loop-detected', kind: 'repeating_text', evidence: [unit.slice(0, 300)], count: times, action: endless ? 'end' : 'guide' },
    true,
  );

/** The agent is stuck and was told so (wire 3.5): not retryable, since the same request can only bring the same. */
export const loopError = ({ tool, count }: Pick<LoopFinding, 'tool' | 'count'>): GatewayError => ({
  code: 'signalbox_loop',
  status: 400,
  retryable: false,
  message: `Signalbox ended this turn [MODEL_STUCK_LOOP]: the same step${tool === '' ? '' : ` (${tool.slice(0, 100)})`} was repeated ${count} times without anything new, and the model went on after it had been told. Give the agent another instruction, or close the circuit in the Signalbox console.`,
});

/** The agent makes one mistake over and over, and was told so (wire 3.5). */
export const mistakeError = (tool: string, count: number): GatewayError => ({
  code: 'signalbox_loop',
  status: 400,
  retryable: false,
  message: `Signalbox ended this turn [MODEL_STUCK_LOOP]: the same mistake${tool === '' ? '' : ` (${tool.slice(0, 100)})`} was made ${count} times, and the model went on after it had been told. Give the agent another instruction, or close the circuit in the Signalbox console.`,
});

/** The operator cut this conversation off from the model. */
export const isolatedError = (): GatewayError => ({
  code: 'signalbox_loop',
  status: 400,
  retryable: false,
  message:
    'Signalbox ended this turn: the operator isolated this session because it was stuck. Nothing was sent to the model. Close the circuit in the Signalbox console to go on.',
});
