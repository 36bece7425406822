import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Where tests keep the programs that they had to fetch. System-wide for root, whose home other users can't read; otherwise
 * where the XDG specification wants it.
 */
export const cacheFolder = (): string =>
  process.getuid?.() === 0
    ? '/var/cache/castellan-tests'
    : join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'castellan-tests');
