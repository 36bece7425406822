import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '#shared/contract/app-router.ts';
import type { RequestNotes } from './auth-link.ts';
import type { Confirmations } from './confirmations.ts';
import { confirmationDemand } from './problem.ts';

/**
 * Has the user confirm that it's them where the service asks for it, then sends the call once more: its caller only
 * notices that it takes longer. Whatever the user didn't ask for, such as a query or a timer's call, fails instead.
 */
export const confirmLink =
  (confirmations: Confirmations): TRPCLink<AppRouter> =>
  () =>
  ({ op, next }) => {
    if (op.type !== 'mutation' || (op.context as RequestNotes).background) return next(op);
    return observable((observer) => {
      let cancelled = false;
      let stop = () => {};

      const send = (isRepetition: boolean) => {
        const since = confirmations.decisions();
        const subscription = next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (error) => {
            const demand = isRepetition ? undefined : confirmationDemand(error);
            if (demand) confirmations.ask(demand, since).then(() => !cancelled && send(true), fail);
            else observer.error(error);
          },
        });
        stop = () => subscription.unsubscribe();
      };
      const fail = (cause: Error) => {
        // The client accepts only its own error class; NotConfirmedError stays available as the cause.
        if (!cancelled) observer.error(TRPCClientError.from(cause));
      };
      send(false);
      return () => {
        cancelled = true;
        stop();
      };
    });
  };
