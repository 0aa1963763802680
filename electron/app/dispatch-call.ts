import { contract, type CallName, type Handlers } from '../../shared/ipc/contract.ts';
import type { CallError } from '../../shared/ipc/channel.ts';

/** The answer to one call over either transport: errors cross as values (design 4.3). */
export type CallReply = { readonly ok: true; readonly answer: unknown } | { readonly ok: false; readonly error: CallError };

/** Checks a call against the contract and runs its handler. Never throws: a handler's bug becomes `internal` and is given to `onBug`. */
export async function dispatchCall(
  handlers: Handlers,
  name: string,
  body: unknown,
  onBug: (name: string, error: unknown) => void,
): Promise<CallReply> {
  if (!isCallName(name)) return refuse('unknown-call', `There is no call "${name}". Known: ${Object.keys(contract).join(', ')}`);
  const parsed = contract[name].body.safeParse(body === undefined ? {} : body);
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => ({ pointer: `/${issue.path.join('/')}`, message: issue.message }));
    return {
      ok: false,
      error: {
        code: 'body',
        message: `The body of ${name} is not as the contract says: ${issues[0]?.pointer} ${issues[0]?.message}`,
        issues,
      },
    };
  }
  try {
    // The body was checked by this very row of the contract; the types of a row can not be followed through a computed name.
    const handler = handlers[name] as (body: unknown) => unknown;
    return { ok: true, answer: await handler(parsed.data) };
  } catch (error) {
    onBug(name, error);
    return refuse('internal', `${name} failed inside Signalbox. What next: see the journal's stage-failed entry, then report it`);
  }
}

const isCallName = (name: string): name is CallName => Object.hasOwn(contract, name);

const refuse = (code: string, message: string): CallReply => ({ ok: false, error: { code, message } });
