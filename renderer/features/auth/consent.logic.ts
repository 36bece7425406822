import type { Translate } from '../../languages/translate.ts';

/** What applications can ask to know, in the order in which people read it. */
const known = ['openid', 'profile', 'email', 'groups', 'offline_access'] as const;

/** What an application learns, in plain words. What it asks for besides has no other name. */
export const scopeTexts = (scopes: readonly string[], t: Translate): string[] => [
  ...known.filter((scope) => scopes.includes(scope)).map((scope) => t(`auth.application.scopes.${scope}`)),
  ...scopes
    .filter((scope) => scope !== '' && !known.some((name) => name === scope))
    .map((scope) => t('auth.application.scopes.other', { scope })),
];
