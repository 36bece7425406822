import type { EndReason } from '#shared/errors.ts';
import { day, lifetimesMs, minute } from '#shared/limits.ts';
import type { Translate } from '../../languages/translate.ts';

interface EndMessage {
  title: string;
  detail: string;
  /** Whether somebody else may have been at work: told as a warning. */
  alarming: boolean;
}

const alarming: ReadonlySet<EndReason> = new Set([
  'password_changed',
  'second_factor_reset',
  'email_changed',
  'reuse_detected',
]);

/** What the sign-in screen says about the session that ended before it. */
export const endMessage = (reason: EndReason, t: Translate): EndMessage => ({
  title: t(`auth.ends.${reason}.title`),
  detail: t(`auth.ends.${reason}.detail`, {
    minutes: lifetimesMs.idleLogout / minute,
    days: lifetimesMs.refreshToken / day,
  }),
  alarming: alarming.has(reason),
});
