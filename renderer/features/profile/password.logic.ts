import type { Translate } from '../../languages/translate.ts';

/** What changing the password did, also to the account's API keys if it had any. */
export const passwordChangedText = (keys: number, isKept: boolean, t: Translate): string => {
  if (keys === 0) return t('profile.password.done');
  return t(isKept ? 'profile.password.doneKept' : 'profile.password.doneRevoked', { count: keys });
};
