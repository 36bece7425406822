import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '#shared/contract/app-router.ts';
import { operationFacts } from './operation-facts.ts';
import { endOf, isRenewable } from './problem.ts';
import type { Session } from './session.ts';

/** Request context shared by the links. */
export interface RequestNotes {
  accessToken?: string;
  /** Names the request, so that it is carried out once even if it is sent again. */
  idempotencyKey?: string;
  /** The solution of a challenge. */
  captcha?: string;
  /** Sent by a timer, not by the user: must not count as activity. */
  background?: boolean;
}

/**
 * Attaches a valid access token to each request that needs one, and retries once with a new token if the service
 * rejects the first. No request is lost while tokens rotate. `isBackground` tells operations that no one asked for.
 */
export const authLink =
  (session: Session, isBackground: (path: string) => boolean): TRPCLink<AppRouter> =>
  () =>
  ({ op, next }) =>
    observable((observer) => {
      if (operationFacts[op.path]?.isPublic) return next(op).subscribe(observer);
      const background = (op.context as RequestNotes).background ?? isBackground(op.path);
      let cancelled = false;
      let stop = () => {};

      const send = async (isReplay: boolean): Promise<void> => {
        const accessToken = await session.accessToken({ background });
        if (cancelled) return;
        const subscription = next({ ...op, context: { ...op.context, accessToken, background } }).subscribe({
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
        // The client accepts only its own error class; SignedOutError stays available as the cause.
        if (!cancelled) observer.error(cause instanceof TRPCClientError ? cause : TRPCClientError.from(cause as Error));
      };
      void send(false).catch(fail);
      return () => {
        cancelled = true;
        stop();
      };
    });
