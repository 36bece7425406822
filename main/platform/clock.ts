import { uptime } from 'node:os';

/** The only source of time. Instants are milliseconds since the epoch. */
export interface Clock {
  now(): number;
  /** Milliseconds since an unknown instant. Never jumps, and keeps running while the machine sleeps. */
  uptime(): number;
}

export const systemClock: Clock = { now: () => Date.now(), uptime: () => uptime() * 1_000 };

/** ISO 8601 in UTC with milliseconds. */
export const toIso = (instant: number): string => new Date(instant).toISOString();
