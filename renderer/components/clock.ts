import { useEffect, useState } from 'react';
import { defaultPreferences, isTimeZone } from '#shared/contract/preferences.ts';

/** The console's only source of the current time, in milliseconds since the epoch. */
export const systemClock = (): number => Date.now();

/**
 * A time zone that texts can be shown in: the one that a browser names, or UTC. Browsers that can't tell name one that they
 * don't know themselves, `Etc/Unknown`.
 */
export const usableTimeZone = (named: string | undefined): string =>
  named !== undefined && isTimeZone(named) ? named : defaultPreferences.timezone;

/** The time zone of this browser. The preferences name the one to show. */
export const systemTimeZone = (): string => usableTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone);

/** The language and region of this browser, such as `en-US`. */
export const systemLocale = (): string => Intl.DateTimeFormat().resolvedOptions().locale;

/** The current time, updated at the given interval so that relative times on the screen stay correct. */
export const useNow = (everyMs = 30_000): number => {
  const [now, setNow] = useState(systemClock);
  useEffect(() => {
    const timer = setInterval(() => setNow(systemClock()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
};
