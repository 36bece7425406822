import type { TRPCLink } from '@trpc/client';
import { tap } from '@trpc/server/observable';
import type { AppRouter } from '#shared/contract/app-router.ts';
import { operations } from '#shared/contract/index.ts';
import { isRead, isUnchanged } from '#shared/contract/operation.ts';

/** What changes something for someone who is signed in and stays so. */
const changing = new Map(
  operations
    .filter(({ operation }) => operation.auth === 'bearer' && !isRead(operation))
    .map(({ feature, name, operation }) => [`${feature}.${name}`, operation]),
);

/**
 * Reports each change that was carried out, so that no screen has to know who else shows what it changed (DECISION 0294).
 * `begin` is called before the caller gets the answer, and what it returns after.
 */
export const changeLink =
  (begin: () => () => void): TRPCLink<AppRouter> =>
  () =>
  ({ op, next }) => {
    const operation = changing.get(op.path);
    if (!operation) return next(op);
    return next(op).pipe(
      tap({
        next: ({ result }) => {
          if ('data' in result && isUnchanged(operation, result.data)) return;
          const finish = begin();
          setTimeout(finish);
        },
      }),
    );
  };
