// The bars of the product's numbers, per suite. `most` is an upper bound, `least` a lower one.
export const BARS = {
  healthy: {
    okPct: { least: 100 },
    interventions: { most: 0 },
    prefixStablePct: { least: 100 },
    requestBytesIdenticalPct: { least: 100 },
    responseBytesIdenticalPct: { least: 100 },
  },
  leaks: {
    unsafeCases: { most: 0 },
    okPct: { least: 99 },
    dispatchedPct: { least: 95 },
    dispatchedOrHeldPct: { least: 99 },
    passOkPct: { least: 100 },
    sameInAllGuisesPct: { least: 100 },
  },
  field: { okPct: { least: 88 }, sameInAllGuisesPct: { least: 100 } },
};
