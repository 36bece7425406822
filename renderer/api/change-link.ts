import type { TRPCLink } from '@trpc/client';
import { tap } from '@trpc/server/observable';
import type { AppRouter } from '#shared/contract/app-router.ts';
import { operations } from '#shared/contract/index.ts';
import { isRead } from '#shared/contract/operation.ts';

/** What changes something for someone who is signed in and stays so. */
const changing = new Set(
  operations
    .filter(({ operation }) => operation.auth === 'bearer' && !isRead(operation))
    .map(({ feature, name }) => `${feature}.${name}`),
);

/**
 * Reports each change that was carried out, so that no screen has to know who else shows what it changed (DECISION 0294).
 * `begin` is called before the caller gets the answer, and what it returns after.
 */
export const changeLink =
  (begin: () => () => void): TRPCLink<AppRouter> =>
  () =>
  ({ op, next }) => {
    if (!changing.has(op.path)) return next(op);
    return next(op).pipe(
      tap({
        next: () => {
          const finish = begin();
          setTimeout(finish);
        },
      }),
    );
  };
