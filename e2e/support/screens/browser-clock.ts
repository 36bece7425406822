import { onTestFinished, vi } from 'vitest';

/** Sets the clock of the browser ahead by this many milliseconds, until the test is over. It goes on from there. */
export const setBrowserAhead = (ms: number): void => {
  const now = Date.now.bind(Date);
  const ahead = vi.spyOn(Date, 'now').mockImplementation(() => now() + ms);
  onTestFinished(() => ahead.mockRestore());
};
