import type { PluginKind } from './plugin-kind.ts';

export const agentProfile: PluginKind = {
  kind: 'agent-profile',
  folder: 'electron/core/agent/profiles',
  list: 'agentProfiles: readonly AgentProfile[] = [',
  next: 'fill in how the agent is recognised (user agent, a header of its own, or a set of tools), its tools’ roles and how it wraps errors',
  source: ({ id, constant, title }) => `import type { AgentProfile } from '../agent-profile.ts';

/** ${title}. */
export const ${constant}: AgentProfile = {
  id: '${id}',
  title: '${title}',
  recognise: { userAgents: [], headers: [], toolSets: [] },
  sessionHeaders: [],
  sessionKeys: [],
  threadHeaders: [],
  patience: { headMs: 100_000, idleMs: 280_000, comments: false, pings: false },
  tools: {},
  errorEnvelopes: [],
  userEnvelopes: [],
  volatile: [],
};
`,
  test: ({ id, constant }) => `import { expect, test } from 'vitest';
import { ${constant} } from './${id}.ts';

test('${id} can be recognised, and its tools have roles', () => {
  const { userAgents, headers, toolSets } = ${constant}.recognise;
  expect([...userAgents, ...headers, ...toolSets]).not.toEqual([]);
  expect(Object.keys(${constant}.tools)).not.toEqual([]);
});
`,
};
