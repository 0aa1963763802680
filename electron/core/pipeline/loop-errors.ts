import type { LoopFinding } from '../circuit/loop-finding.ts';
import type { GatewayError } from '../dialect/dialect.ts';

/** The agent is stuck and was told so (wire 3.5): not retryable, since the same request can only bring the same. */
export const loopError = ({ tool, count }: Pick<LoopFinding, 'tool' | 'count'>): GatewayError => ({
  code: 'signalbox_loop',
  status: 400,
  retryable: false,
  message: `Signalbox ended this turn [MODEL_STUCK_LOOP]: the same step${tool === '' ? '' : ` (${tool.slice(0, 100)})`} was repeated ${count} times without anything new, and the model went on after it had been told. Give the agent another instruction, or close the circuit in the Signalbox console.`,
});

/** The operator cut this conversation off from the model. */
export const isolatedError = (): GatewayError => ({
  code: 'signalbox_loop',
  status: 400,
  retryable: false,
  message:
    'Signalbox ended this turn: the operator isolated this session because it was stuck. Nothing was sent to the model. Close the circuit in the Signalbox console to go on.',
});
