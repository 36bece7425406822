import type { ExpressionBuilder } from 'kysely';
import type { Queries, Schema } from '../../database/schema.ts';
import { latestEnd } from '../../platform/remaining-wait.ts';
import { changedRows } from '../sql.ts';

/**
 * Counts one more in a window that goes on, or begins one. Returns when it ends; undefined if it is full. A window that
 * ends later than any can comes from a clock that was ahead, and is over.
 */
export const addThrottleCount = async (
  db: Queries,
  { subject, limit, now, windowMs }: { subject: string; limit: number; now: number; windowMs: number },
): Promise<number | undefined> => {
  const goesOn = ({ eb, and }: ExpressionBuilder<Schema, 'throttle_counts'>) =>
    and([eb('throttle_counts.ends_at', '>', now), eb('throttle_counts.ends_at', '<=', latestEnd(now, windowMs))]);
  const row = await db
    .insertInto('throttle_counts')
    .values({ subject, count: 1, ends_at: now + windowMs })
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet((builder) => ({
          count: builder
            .case()
            .when(goesOn(builder))
            .then(builder('throttle_counts.count', '+', 1))
            .else(1)
            .end(),
          ends_at: builder
            .case()
            .when(goesOn(builder))
            .then(builder.ref('throttle_counts.ends_at'))
            .else(now + windowMs)
            .end(),
        }))
        .where((builder) => builder.or([builder.not(goesOn(builder)), builder('throttle_counts.count', '<', limit)])),
    )
    .returning('ends_at')
    .executeTakeFirst();
  return row?.ends_at;
};

/** When the window of a subject ends. */
export const findThrottleEnd = async (db: Queries, subject: string): Promise<number | undefined> =>
  (await db.selectFrom('throttle_counts').select('ends_at').where('subject', '=', subject).executeTakeFirst())?.ends_at;

/** Takes one back, unless its window is over. */
export const giveBackThrottleCount = (db: Queries, subject: string, endsAt: number) =>
  db
    .updateTable('throttle_counts')
    .set(({ eb }) => ({ count: eb('count', '-', 1) }))
    .where('subject', '=', subject)
    .where('ends_at', '=', endsAt)
    .where('count', '>', 0)
    .execute();

/** Deletes up to `limit` windows that ended before a timestamp. Returns how many. */
export const deleteThrottleCountsBefore = (db: Queries, before: number, limit: number): Promise<number> =>
  changedRows(
    db
      .deleteFrom('throttle_counts')
      .where('subject', 'in', (query) =>
        query
          .selectFrom('throttle_counts')
          .select('subject')
          .where('ends_at', '<=', before)
          .limit(limit)
          .forUpdate()
          .skipLocked(),
      ),
  );
