import { useEffect, useState } from 'react';
import { systemClock } from '../clock.ts';

/** The current time, updated at the given interval so that relative times on the screen stay correct. */
export const useNow = (everyMs = 30_000): number => {
  const [now, setNow] = useState(systemClock);
  useEffect(() => {
    const timer = setInterval(() => setNow(systemClock()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
};
