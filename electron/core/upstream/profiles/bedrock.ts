import type { UpstreamProfile } from '../upstream-profile.ts';

/** Bedrock refuses a result with empty content (errors.md part C1). */
export const bedrock: UpstreamProfile = {
  id: 'bedrock',
  title: 'Amazon Bedrock',
  hosts: ['bedrock'],
  models: [],
  idStyle: 'dialect',
  textBesideCalls: 'any',
  userAfterTool: true,
  strictPastArguments: true,
  emptyResult: false,
};
