import type { Arguments } from '../cli.ts';
import { serve } from './serve.ts';

/** Opens Castellan. The desktop window is not part of this version: it runs headless, and says so. */
export const start = async (given: Arguments): Promise<number | undefined> => {
  process.stderr.write(
    'Castellan runs without a window in this version: open the address below in a browser. Ctrl+C ends it.\n',
  );
  return serve(given);
};
