import { useEffect, useState } from 'react';
import { systemClock } from '../clock.ts';

/** The present moment, renewed as often as asked: what is written relative to it must not grow stale on the screen. */
export const useNow = (everyMs = 30_000): number => {
  const [now, setNow] = useState(systemClock);
  useEffect(() => {
    const timer = setInterval(() => setNow(systemClock()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
};
