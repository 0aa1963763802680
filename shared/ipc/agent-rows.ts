import { z } from 'zod';

// Agents of this machine and their way to the gateway.

/** How an agent of this machine stands to the gateway. `changed`: connected once, and somebody wrote another address since. */

export const agentRow = z.object({
  id: z.string(),
  title: z.string(),
  state: z.enum(['absent', 'found', 'connected', 'changed']),
  file: z.string().nullable(),
  urls: z.array(z.string()),
  command: z.string(),
});
export type AgentRow = z.infer<typeof agentRow>;

/** One step of an agent's way to its model; `next` is null where it is open. */

export const agentCheckRow = z.object({
  what: z.enum(['settings', 'gateway', 'endpoint']),
  passed: z.boolean(),
  detail: z.string(),
  next: z.string().nullable(),
});
export type AgentCheckRow = z.infer<typeof agentCheckRow>;
