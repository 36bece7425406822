import type { Translate } from '../../languages/translate.ts';

/** Why there are no other sessions to end; undefined if there are. */
export const endOthersDisabledReason = (
  sessions: readonly { current: boolean }[] | undefined,
  t: Translate,
): string | undefined => {
  if (sessions === undefined) return t('sessions.endOthers.notLoaded');
  return sessions.some(({ current }) => !current) ? undefined : t('sessions.endOthers.none');
};
