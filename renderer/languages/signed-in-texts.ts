/**
 * The sections of the catalogs that only screens behind the sign-in show. The build takes them out of the first screen
 * (DECISION 0041).
 */
export const signedInTexts = [
  'audit',
  'commands',
  'confirmation',
  'dashboard',
  'hosting',
  'installation',
  'mail',
  'search',
  'security',
  'serviceAccounts',
  'settings',
  'team',
  'workspaces',
] as const;
export type SignedInText = (typeof signedInTexts)[number];
