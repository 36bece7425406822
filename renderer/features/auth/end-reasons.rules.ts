import type { EndReason } from '#shared/errors.ts';
import { lifetimes, minute } from '#shared/limits.ts';

interface EndStory {
  title: string;
  detail: string;
  /** Whether somebody else may have been at work: told as a warning. */
  alarming: boolean;
}

/** What the sign-in screen says about the session that ended before it. */
export const endStories: Record<EndReason, EndStory> = {
  logout: { title: 'Signed out', detail: 'Your session has ended.', alarming: false },
  revoked: {
    title: 'Your session was ended',
    detail: 'It was ended from another device or by an administrator.',
    alarming: false,
  },
  idle: {
    title: 'Signed out for inactivity',
    detail: `Nothing happened for ${lifetimes.idleLogout / minute} minutes. Sign in to go on where you left off.`,
    alarming: false,
  },
  expired: { title: 'Your session has expired', detail: 'Sessions last 30 days. Sign in again.', alarming: false },
  password_changed: {
    title: 'Your password was changed',
    detail: 'Sign in with the new one. If it was not you, reset your password now.',
    alarming: true,
  },
  second_factor_reset: {
    title: 'Your second factor was reset',
    detail: 'An owner of your team did it. Sign in with your password, and set up a new one in your profile.',
    alarming: true,
  },
  email_changed: {
    title: 'Your e-mail address was changed',
    detail: 'Sign in with the new address. If it was not you, use the link in the mail sent to your old address.',
    alarming: true,
  },
  removed: { title: 'You are no longer a member', detail: 'Your account was removed from its team.', alarming: false },
  reuse_detected: {
    title: 'Your session was ended to protect you',
    detail:
      'Its refresh token was used twice, which may mean that somebody copied it. Sign in and look at your sessions.',
    alarming: true,
  },
  deleted: {
    title: 'Your account is scheduled for deletion',
    detail: 'Sign in within the grace period to restore it.',
    alarming: false,
  },
};
