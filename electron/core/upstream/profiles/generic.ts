import type { UpstreamProfile } from '../upstream-profile.ts';

/** What an upstream is taken for when nothing else is known: the vendors' own rules, past arguments always mended. */
export const generic: UpstreamProfile = {
  id: 'generic',
  title: 'Generic',
  hosts: [],
  models: [],
  idStyle: 'dialect',
  textBesideCalls: 'any',
  userAfterTool: true,
  strictPastArguments: true,
  emptyResult: true,
};
