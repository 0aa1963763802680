import type { UpstreamProfile } from '../upstream-profile.ts';

/** Ids of exactly nine alphanumerics; role order 3230 refuses `user` after `tool` (errors.md part C1). */
export const mistral: UpstreamProfile = {
  id: 'mistral',
  title: 'Mistral',
  hosts: ['api.mistral.ai'],
  models: ['mistral', 'devstral', 'codestral', 'magistral', 'ministral'],
  idStyle: 'mistral',
  textBesideCalls: 'any',
  userAfterTool: false,
  strictPastArguments: true,
  emptyResult: true,
};
