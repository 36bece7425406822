import type { AppContext } from '../context.ts';
import { lastingReads } from '../system-transaction.ts';

/** The same context, for work that may go on after its caller was answered: its reads don't end with the request. */
export const outlasting = (context: AppContext, tenant: string): AppContext => ({
  ...context,
  db: lastingReads(context, tenant),
});

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/**
 * What work comes to, unless its caller has waited long enough before: then undefined.
 * @throws as the work does, within that time
 */
export const within = <Value>(patience: AbortSignal | undefined, work: Promise<Value>): Promise<Value | undefined> =>
  patience ? Promise.race([work, aborted(patience).then(() => undefined)]) : work;
