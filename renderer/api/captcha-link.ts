import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '#shared/contract/app-router.ts';
import type { Captcha } from './captcha.ts';
import { captchaIn } from './problem.ts';

/** A solution may expire on its way: then the next challenge is solved, too. */
const maxSolutions = 2;

/** Solves the challenge that the service answers with, and sends the call again with the solution. */
export const captchaLink =
  ({ solve }: Pick<Captcha, 'solve'>): TRPCLink<AppRouter> =>
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let cancelled = false;
      let stop = () => {};
      const send = (solved: number, captcha?: string) => {
        const subscription = next({ ...op, context: { ...op.context, captcha } }).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (error) => {
            const challenge = solved < maxSolutions ? captchaIn(error) : undefined;
            if (!challenge) return observer.error(error);
            solve(challenge).then((solution) => !cancelled && send(solved + 1, solution), fail);
          },
        });
        stop = () => subscription.unsubscribe();
      };
      const fail = (cause: Error) => {
        // The client accepts only its own error class.
        if (!cancelled) observer.error(TRPCClientError.from(cause));
      };
      send(0);
      return () => {
        cancelled = true;
        stop();
      };
    });
