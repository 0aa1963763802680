import { genericUpstream, upstreamProfiles } from './profiles/index.ts';
import type { UpstreamProfile } from './upstream-profile.ts';

/**
 * The profile of one exchange: the one that the setting names, else the first whose host matches, else whose model name begins so
 * (behind a vendor's prefix too, `mistralai/devstral-2`), else the generic one. An unknown setting counts as none.
 */
export function chooseUpstreamProfile(from: {
  readonly setting: string | undefined;
  readonly host: string;
  readonly model: string;
}): UpstreamProfile {
  const model = from.model.toLowerCase();
  const ownName = model.slice(model.lastIndexOf('/') + 1);
  const host = from.host.toLowerCase();
  return (
    upstreamProfiles.find((profile) => profile.id === from.setting) ??
    upstreamProfiles.find((profile) => profile.hosts.some((part) => host.includes(part))) ??
    upstreamProfiles.find((profile) => profile.models.some((start) => ownName.startsWith(start))) ??
    genericUpstream
  );
}
