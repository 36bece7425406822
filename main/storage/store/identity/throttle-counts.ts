import type { ExpressionBuilder } from 'kysely';
import { latestEnd } from '../../../platform/remaining-wait.ts';
import type { Queries, Schema } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { changedRows } from '../sql.ts';

/** What is counted together: all of it, or nothing. */
interface Counted {
  subject: string;
  limit: number;
}

interface Attempt {
  /** The widest first. */
  counted: readonly Counted[];
  now: number;
  windowMs: number;
}

/** A window that an attempt was counted in. */
type CountedIn = Pick<Schema['throttle_counts'], 'subject' | 'ends_at'>;

type Builder = ExpressionBuilder<Schema, 'throttle_counts'>;

/** A window that ends later than any can comes from a clock that was ahead, and is over. */
const goesOn = ({ eb, and }: Builder, { now, windowMs }: Attempt) =>
  and([eb('throttle_counts.ends_at', '>', now), eb('throttle_counts.ends_at', '<=', latestEnd(now, windowMs))]);

const isFull = ({ eb, and, or }: Builder, counted: readonly Counted[]) =>
  or(
    counted.map(({ subject, limit }) =>
      and([eb('throttle_counts.subject', '=', subject), eb('throttle_counts.count', '>=', limit)]),
    ),
  );

/**
 * Counts one more for each subject, in windows that go on or begin, unless one of them is full. Returns them: none if one is
 * full, and fewer than there are subjects if one became full meanwhile. Takes the widest first, so that attempts of one
 * network wait for each other in the same order.
 */
export const addThrottleCounts = (db: Queries, attempt: Attempt): Promise<CountedIn[]> => {
  const { counted, now, windowMs } = attempt;
  return tablesOf(db)
    .with('filled', (query) =>
      query
        .selectFrom('throttle_counts')
        .select('subject')
        .where((builder) => builder.and([goesOn(builder, attempt), isFull(builder, counted)])),
    )
    .with('fresh', (query) => {
      const [widest, ...narrower] = counted.map(({ subject }) =>
        query.selectNoFrom(({ cast, val, lit }) => [
          cast<string>(val(subject), 'text').as('subject'),
          lit(1).as('count'),
          cast<number>(val(now + windowMs), 'bigint').as('ends_at'),
        ]),
      );
      if (!widest) throw new Error('An attempt counts for something');
      return narrower.reduce((all, one) => all.unionAll(one), widest);
    })
    .insertInto('throttle_counts')
    .columns(['subject', 'count', 'ends_at'])
    .expression(({ selectFrom, not, exists }) =>
      selectFrom('fresh')
        .select(['subject', 'count', 'ends_at'])
        .where(not(exists(selectFrom('filled').select('subject')))),
    )
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet((builder) => ({
          count: builder
            .case()
            .when(goesOn(builder, attempt))
            .then(builder('throttle_counts.count', '+', 1))
            .else(1)
            .end(),
          ends_at: builder
            .case()
            .when(goesOn(builder, attempt))
            .then(builder.ref('throttle_counts.ends_at'))
            .else(now + windowMs)
            .end(),
        }))
        .where((builder) => builder.not(builder.and([goesOn(builder, attempt), isFull(builder, counted)]))),
    )
    .returning(['subject', 'ends_at'])
    .execute();
};

/** The windows of these subjects that are full. */
export const findFullThrottles = (db: Queries, attempt: Attempt): Promise<CountedIn[]> =>
  tablesOf(db)
    .selectFrom('throttle_counts')
    .select(['subject', 'ends_at'])
    .where((builder) => builder.and([goesOn(builder, attempt), isFull(builder, attempt.counted)]))
    .execute();

/** Takes one back in each window, unless it is over. */
export const giveBackThrottleCounts = (db: Queries, windows: readonly CountedIn[]) =>
  tablesOf(db)
    .updateTable('throttle_counts')
    .set(({ eb }) => ({ count: eb('count', '-', 1) }))
    .where(({ eb, and, or }) =>
      or(windows.map(({ subject, ends_at }) => and([eb('subject', '=', subject), eb('ends_at', '=', ends_at)]))),
    )
    .where('count', '>', 0)
    .execute();

/** Deletes up to `limit` windows that ended before a timestamp. Returns how many. */
export const deleteThrottleCountsBefore = (db: Queries, before: number, limit: number): Promise<number> =>
  changedRows(
    tablesOf(db)
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
