import type { Settings } from '../../shared/settings.ts';
import { keyVariable, type SecretStore } from './secret-store.ts';

/** A stored key that this host can't open, in words: what, why and next. */
export interface SealedKey {
  readonly name: string;
  readonly what: string;
  readonly next: string;
}

/**
 * Keys that the system's keychain sealed and that this program can't open: a command and served mode have no keychain, and that of another user or
 * system opens nothing. Requests then go with the agent's own key, which has to be said (interfaces 4.4).
 */
export function sealedKeysOf(upstreams: Settings['upstreams'], secrets: SecretStore): readonly SealedKey[] {
  return Object.entries(upstreams).flatMap(([name, { url, key }]): SealedKey[] => {
    if (key !== undefined || !secrets.isSealed(name, url)) return [];
    const orGive = `set ${keyVariable(name)}`;
    return secrets.keptIn === 'keychain'
      ? [
          {
            name,
            what: 'it was sealed by the keychain of another user or system and can not be opened: requests go with the agent’s own key',
            next: `store it again under Settings, Upstreams, or ${orGive}`,
          },
        ]
      : [
          {
            name,
            what: 'it is sealed by the system’s keychain, which only the desktop console opens: without that, requests go with the agent’s own key',
            next: `start the desktop console (\`signalbox\`), whose gateway \`run\` then uses, or ${orGive}`,
          },
        ];
  });
}
