import type { UpstreamProfile } from '../upstream-profile.ts';

/** Servers whose chat template refuses assistant text beside tool calls. Chosen by setting only. */
export const textForbidden: UpstreamProfile = {
  id: 'text-forbidden',
  title: 'No text beside calls',
  hosts: [],
  models: [],
  idStyle: 'dialect',
  textBesideCalls: 'forbidden',
  userAfterTool: true,
  strictPastArguments: true,
  emptyResult: true,
};
