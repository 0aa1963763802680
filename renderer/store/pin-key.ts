import type { PinRow } from '../../shared/ipc/contract.ts';

/** Pins by `kind id`. They are the journal's: every console shows the same, and pruning leaves alone what is pinned. */
export type Pins = ReadonlyMap<string, PinRow>;

export const pinKey = (kind: PinRow['kind'], id: string): string => `${kind} ${id}`;
