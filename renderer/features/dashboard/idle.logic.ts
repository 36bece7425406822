import { lifetimesMs, minute, second } from '#shared/limits.ts';

/** How long before the idle logout the person is asked. */
export const warnAheadMs = 2 * minute;

/** What the service said of the session, and when that arrived here. */
export interface ToldIdle {
  /** Seconds, of the service's own clock. */
  logoutIn: number;
  /** By this browser's clock. */
  at: number;
}

/**
 * Milliseconds until the service ends the session where nothing happens: what it said last, or the last activity of a
 * tab where that came later. Undefined before either is known.
 */
export const idleRemaining = (
  told: ToldIdle | undefined,
  activeAt: number | undefined,
  now: number,
): number | undefined => {
  const ends = [
    ...(told ? [told.at + told.logoutIn * second] : []),
    ...(activeAt === undefined ? [] : [activeAt + lifetimesMs.idleLogout]),
  ];
  return ends.length === 0 ? undefined : Math.max(...ends) - now;
};

/** Whether to ask: close to the end, and also past it, until the service has said that it is over. */
export const isWarning = (remaining: number | undefined): boolean =>
  remaining !== undefined && remaining <= warnAheadMs;

/** `1:59`; never below zero. */
export const countdown = (remaining: number): string => {
  const seconds = Math.max(0, Math.ceil(remaining / second));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** The seconds to say aloud: in steps, for a screen reader that spoke each of them would say nothing else. */
export const spokenSeconds = (remaining: number): number => {
  const seconds = Math.max(0, Math.ceil(remaining / second));
  return seconds > 30 ? Math.ceil(seconds / 30) * 30 : Math.ceil(seconds / 10) * 10;
};

/** How often the service is asked, in milliseconds: at the end, every second. */
export const askIntervalMs = (remaining: number | undefined): number =>
  remaining !== undefined && remaining < 5 * second ? 1 * second : 5 * second;
