import type { EndReason } from '#shared/texts/errors.ts';
import type { Translate } from '../../languages/translate.ts';

interface EndMessage {
  title: string;
  detail: string;
  /** Whether an attacker may have been involved; shown as a warning. */
  alarming: boolean;
}

const alarming: ReadonlySet<EndReason> = new Set([
  'password_changed',
  'second_factor_reset',
  'email_changed',
  'reuse_detected',
]);

/** Why the last session ended, for the sign-in screen. */
export const endMessage = (reason: EndReason, t: Translate): EndMessage => ({
  title: t(`auth.ends.${reason}.title`),
  detail: t(`auth.ends.${reason}.detail`),
  alarming: alarming.has(reason),
});
