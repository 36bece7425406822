import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';

/** A turn further in the future than this was set by a clock that was wrong. */
const farMs = 60_000;

/** Reserves the next turn of a tenant's requests to the provider, for any instance. Returns when it starts. */
export const reserveProviderTurn = async (
  db: Queries,
  tenantId: string,
  now: number,
  intervalMs: number,
): Promise<number> => {
  const { next_start } = await tablesOf(db)
    .insertInto('provider_turns')
    .values({ tenant_id: tenantId, next_start: now + intervalMs })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet(({ eb, and }) => ({
        next_start: eb
          .case()
          .when(and([eb('provider_turns.next_start', '>', now), eb('provider_turns.next_start', '<=', now + farMs)]))
          .then(eb('provider_turns.next_start', '+', intervalMs))
          .else(now + intervalMs)
          .end(),
      })),
    )
    .returning('next_start')
    .executeTakeFirstOrThrow();
  return next_start - intervalMs;
};
