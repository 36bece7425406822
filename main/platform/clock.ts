/** The one source of time. Instants are milliseconds since the epoch. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** ISO 8601 in UTC with milliseconds. */
export const toIso = (instant: number): string => new Date(instant).toISOString();
