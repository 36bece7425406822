import { electTab } from './tab-election.ts';

/**
 * The browser's locks. Missing if another machine serves the console over plain HTTP, which isn't a secure context, and refused
 * where site data is blocked.
 */
export const usableLocks = async (): Promise<LockManager | undefined> => {
  const manager = (navigator as Partial<Navigator>).locks;
  try {
    await manager?.query();
    return manager;
  } catch {
    // As if there were none.
    return undefined;
  }
};

/** Runs one task at a time across all tabs of a session. Without locks, the service answers two tabs that refresh at once alike. */
export const withTabLock = async <T>(key: string, run: () => Promise<T>): Promise<T> => {
  const manager = await usableLocks();
  return manager ? await manager.request(`castellan-refresh-${key}`, run) : await run();
};

/**
 * Runs work in one of the tabs that call this with the same name, until the signal aborts or the work ends. Another tab then goes
 * on with it.
 * @param random from 0 to 1
 */
export const inOneTab = async (
  name: string,
  random: () => number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  const manager = await usableLocks();
  if (manager) await manager.request(name, { signal }, () => work(signal));
  else await electTab(`${name}-leader`, random, signal, work);
};
