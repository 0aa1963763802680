import type { Settings } from '../../../shared/settings.ts';
import type { KnownSecrets } from './redact.ts';

/** Our own secrets as the settings hold them: keys of upstreams and the gateway token. Found by value wherever they stand (feature 11). */
export function knownSecretsOf(settings: Settings): KnownSecrets {
  const keys = Object.values(settings.upstreams).flatMap((upstream) => upstream.key ?? []);
  const token = settings['gateway.token'];
  return token === null ? keys : [...keys, token];
}
