import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '#main/transport/trpc/router.ts';
import { operations } from '#shared/contract/index.ts';
import { endOf, isRenewable } from './problem.ts';
import type { Session } from './session.ts';

const publicOperations = new Set(
  operations.filter(({ operation }) => operation.auth === 'none').map(({ feature, name }) => `${feature}.${name}`),
);

/** What the links tell each other about a request. */
export interface RequestNotes {
  accessToken?: string;
  /** Sent by a timer, not by the person: must not count as activity. */
  background?: boolean;
}

/**
 * Gives each request that needs it an access token that is good now, and sends a request once more with another token
 * when the service refuses the first: nothing is lost while tokens change.
 */
export const authLink =
  (session: Session): TRPCLink<AppRouter> =>
  () =>
  ({ op, next }) =>
    observable((observer) => {
      if (publicOperations.has(op.path)) return next(op).subscribe(observer);
      let cancelled = false;
      let stop = () => {};

      const send = async (isReplay: boolean): Promise<void> => {
        const accessToken = await session.accessToken();
        if (cancelled) return;
        const { background = false } = op.context as RequestNotes;
        const subscription = next({ ...op, context: { ...op.context, accessToken } }).subscribe({
          next: (value) => {
            if (!background) session.recordActivity();
            observer.next(value);
          },
          complete: () => observer.complete(),
          error: (error) => {
            if (isRenewable(error) && !isReplay) {
              session.reject(accessToken);
              void send(true).catch(fail);
              return;
            }
            const ended = endOf(error) ?? (isRenewable(error) ? { reason: undefined } : undefined);
            if (ended) session.end(ended.reason);
            observer.error(error);
          },
        });
        stop = () => subscription.unsubscribe();
      };
      const fail = (cause: unknown) => {
        // The client accepts its own error class alone; SignedOutError stays readable as the cause.
        if (!cancelled) observer.error(cause instanceof TRPCClientError ? cause : TRPCClientError.from(cause as Error));
      };
      void send(false).catch(fail);
      return () => {
        cancelled = true;
        stop();
      };
    });
