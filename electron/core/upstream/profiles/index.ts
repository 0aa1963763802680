import type { UpstreamProfile } from '../upstream-profile.ts';
import { bedrock } from './bedrock.ts';
import { generic } from './generic.ts';
import { mistral } from './mistral.ts';
import { textForbidden } from './text-forbidden.ts';
import { textRequired } from './text-required.ts';

/** The known kinds of upstream. The generic one is last: it suggests itself for nothing. */
export const upstreamProfiles: readonly UpstreamProfile[] = [mistral, bedrock, textRequired, textForbidden, generic];

export const genericUpstream: UpstreamProfile = generic;
