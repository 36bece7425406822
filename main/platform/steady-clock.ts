import type { Clock } from './clock.ts';

/**
 * Instants that a change of the system clock doesn't move: the system's time when the service started, plus the time
 * that has passed since, sleep included.
 */
export interface SteadyClock {
  now(): number;
  /** When the service started. What is older comes from another process, so how long ago it was isn't certain. */
  readonly startedAt: number;
}

export const createSteadyClock = (clock: Clock): SteadyClock => {
  const startedAt = clock.now();
  const uptime = clock.uptime();
  return { startedAt, now: () => startedAt + clock.uptime() - uptime };
};

/** An instant of this process as it is; one of another counts from the start, as if it had happened only then. */
export const sinceStart = (instant: number, { now, startedAt }: SteadyClock): number =>
  instant >= startedAt && instant <= now() ? instant : startedAt;
