import type { Approval } from '../../shared/approval.ts';

/** Equal cards of one session: one item in the queue, one decision. The first is the one whose time ends soonest. */
export type EqualCards = readonly [Approval, ...Approval[]];

/**
 * Joins cards that show the same to the operator: session, call, bytes it came from, reason, fixes and readings. The order of first
 * members stays. Ids, times and turns differ by nature and are not looked at.
 */
export function joinEqual(approvals: readonly Approval[]): readonly EqualCards[] {
  const groups = new Map<string, [Approval, ...Approval[]]>();
  for (const approval of approvals) {
    const key = faceOf(approval);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [approval]);
    else group.push(approval);
  }
  return [...groups.values()];
}

function faceOf({ session, agent, model, call, readings, original, markup, fixes, reason, format, sideEffect, tool }: Approval): string {
  return JSON.stringify([
    session,
    agent,
    model,
    call.name,
    call.arguments,
    readings,
    original,
    markup,
    fixes,
    reason,
    format,
    sideEffect,
    tool,
  ]);
}
