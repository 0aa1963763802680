import { stableHashOf } from '../turn/stable-hash.ts';

/** The key under which it is kept that the operator closed the circuits behind this message: counts start anew there, after a restart too. */
export const circuitResetKey = (scope: string, hash: string): string => `circuit-reset:${stableHashOf([scope, hash])}`;
