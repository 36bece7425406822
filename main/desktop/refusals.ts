import type { Clock } from '../platform/clock.ts';
import { createLogLimit } from '../platform/log-limit.ts';
import type { Logger } from '../platform/logger.ts';

/** Logs what a page is refused, a few times a minute: a page can ask without end, and the log would fill the disk. */
export const createRefusalLog = (log: Logger, clock: Clock): ((message: string) => void) => {
  const limit = createLogLimit(clock);
  return (message) => limit((leftOut) => log.warn({ left_out: leftOut }, message));
};
