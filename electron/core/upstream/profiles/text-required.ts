import type { UpstreamProfile } from '../upstream-profile.ts';

/** Servers whose chat template fails on a missing assistant text beside tool calls. Chosen by setting only. */
export const textRequired: UpstreamProfile = {
  id: 'text-required',
  title: 'Text required beside calls',
  hosts: [],
  models: [],
  idStyle: 'dialect',
  textBesideCalls: 'required',
  userAfterTool: true,
  strictPastArguments: true,
  emptyResult: true,
};
