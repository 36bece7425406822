import type { Translate } from '../../languages/translate.ts';

/** What changing the password did, also to the account's API keys if it had any. @param keys undefined while unknown */
export const passwordChangedText = (keys: number | undefined, isKept: boolean, t: Translate): string => {
  if (keys === undefined) return t(isKept ? 'profile.password.doneAnyKept' : 'profile.password.doneAnyRevoked');
  if (keys === 0) return t('profile.password.done');
  return t(isKept ? 'profile.password.doneKept' : 'profile.password.doneRevoked', { count: keys });
};
