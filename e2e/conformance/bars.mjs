// The bars of the product's numbers, per suite. `most` is an upper bound, `least` a lower one.
// Cases that the contract decides otherwise than their row: field leak-007 (a blank required value is held), leak-084 (a missing required
// parameter is answered first), loop-002 (the fifth identical call is the one that is blocked); errors err-0566 and err-0567 (common markup beside a native call stays).
export const BARS = {
  healthy: {
    okPct: { least: 100 },
    interventions: { most: 0 },
    prefixStablePct: { least: 100 },
    requestBytesIdenticalPct: { least: 100 },
    responseBytesIdenticalPct: { least: 100 },
    sameInAllGuisesPct: { least: 100 },
  },
  leaks: {
    unsafeCases: { most: 0 },
    okPct: { least: 99.8 },
    dispatchedPct: { least: 99 },
    dispatchedOrHeldPct: { least: 99 },
    passOkPct: { least: 100 },
    refuseOkPct: { least: 100 },
    requestBytesIdenticalPct: { least: 100 },
    responseBytesIdenticalPct: { least: 100 },
    sameInAllGuisesPct: { least: 100 },
  },
  args: {
    unsafeCases: { most: 0 },
    okPct: { least: 100 },
    validOkPct: { least: 100 },
    repairDonePct: { least: 100 },
    sameInAllGuisesPct: { least: 99 },
  },
  errors: { rightPatternPct: { least: 97 }, falseAlarmPct: { most: 1 }, okPct: { least: 99 }, sameInAllGuisesPct: { least: 100 } },
  loops: { caughtPct: { least: 95 }, falseAlarms: { most: 0 } },
  dangling: { okPct: { least: 100 }, requestBytesIdenticalPct: { least: 100 } },
  field: { okPct: { least: 96 }, sameInAllGuisesPct: { least: 100 } },
};
