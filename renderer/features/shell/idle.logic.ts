import { lifetimesMs, minute, second } from '#shared/rules/limits.ts';

/** How long before the idle sign-out to ask the user. */
const warnAheadMs = 2 * minute;

/** What the service reported about the session, and when that arrived. */
export interface ReportedIdle {
  /** In seconds, by the service's clock. */
  logoutIn: number;
  /** For how many seconds a session of this organization may be idle. */
  timeout: number;
  /** By this browser's clock. */
  at: number;
}

/**
 * Milliseconds until the service ends the idle session, based on its last report or on a tab's last activity, whichever
 * is later. Undefined before either is known.
 */
export const idleRemaining = (
  reported: ReportedIdle | undefined,
  activeAt: number | undefined,
  now: number,
): number | undefined => {
  const ends = [
    ...(reported ? [reported.at + reported.logoutIn * second] : []),
    ...(activeAt === undefined ? [] : [activeAt + (reported ? reported.timeout * second : lifetimesMs.idleLogout)]),
  ];
  return ends.length === 0 ? undefined : Math.max(...ends) - now;
};

/** Whether to show the dialog: near the end, and past it until the service confirms that the session has ended. */
export const isWarning = (remaining: number | undefined): boolean =>
  remaining !== undefined && remaining <= warnAheadMs;

/** `1:59`; never below zero. */
export const countdown = (remaining: number): string => {
  const seconds = Math.max(0, Math.ceil(remaining / second));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** The seconds to announce, in steps: a screen reader that spoke each one would say nothing else. */
export const announcedSeconds = (remaining: number): number => {
  const seconds = Math.max(0, Math.ceil(remaining / second));
  return seconds > 30 ? Math.ceil(seconds / 30) * 30 : Math.ceil(seconds / 10) * 10;
};

/**
 * How often to ask the service, in milliseconds: until it answers, while the question is on the screen, and every second
 * near the end. Otherwise this browser knows.
 */
export const askIntervalMs = (remaining: number | undefined): number | false => {
  if (remaining === undefined) return 5 * second;
  if (remaining < 5 * second) return 1 * second;
  return isWarning(remaining) ? 10 * second : false;
};
