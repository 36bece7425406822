import type { TRPCLink } from '@trpc/client';
import { tap } from '@trpc/server/observable';
import type { AppRouter } from '#shared/contract/app-router.ts';
import { isUnchanged } from '#shared/contract/operation.ts';
import { operationFacts } from './operation-facts.ts';

/**
 * Reports each change that was carried out, so that no screen has to know who else shows what it changed (DECISION 0294).
 * `begin` is called before the caller gets the answer, and what it returns after.
 */
export const changeLink =
  (begin: () => () => void): TRPCLink<AppRouter> =>
  () =>
  ({ op, next }) => {
    const operation = operationFacts[op.path];
    if (!operation?.changes) return next(op);
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
