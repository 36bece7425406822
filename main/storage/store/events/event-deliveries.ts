import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { eventLimits } from '#shared/rules/limits.ts';
import type { EventDeliveryTable } from '../../database/events-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { byNumber, type Listed, listPage, type Page } from '../paging.ts';
import { changedOne, changedRows, countOf, toInteger } from '../sql.ts';

export type EventDeliveryRow = Selectable<EventDeliveryTable>;

/** Queues deliveries. Those that another instance has queued stay as they are. */
export const insertEventDeliveries = async (db: Queries, rows: readonly EventDeliveryRow[]): Promise<void> => {
  if (rows.length === 0) return;
  await tablesOf(db)
    .insertInto('event_deliveries')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

interface DeliveryFilter {
  tenantId: string;
  destinationId: string;
  status?: EventDeliveryRow['status'] | undefined;
}

const matching = (db: Queries, { tenantId, destinationId, status }: DeliveryFilter) => {
  const query = tablesOf(db)
    .selectFrom('event_deliveries')
    .where('tenant_id', '=', tenantId)
    .where('destination_id', '=', destinationId);
  return status === undefined ? query : query.where('status', '=', status);
};

/** A page of the deliveries to a destination, newest first. */
export const listEventDeliveries = (
  db: Queries,
  filter: DeliveryFilter,
  page: Page,
): Promise<Listed<EventDeliveryRow>> =>
  listPage(matching(db, filter).selectAll(), [byNumber('event_deliveries', 'position', 'desc')], page);

export const countEventDeliveries = (db: Queries, filter: DeliveryFilter): Promise<number> =>
  countOf(matching(db, filter));

/** How many deliveries wait, by destination. */
export const countWaitingDeliveries = async (db: Queries, tenantId: string): Promise<Map<string, number>> => {
  const rows = await tablesOf(db)
    .selectFrom('event_deliveries')
    .select(({ fn }) => ['destination_id', fn.countAll().as('count')])
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'waiting')
    .groupBy('destination_id')
    .execute();
  return new Map(rows.map(({ destination_id, count }) => [destination_id, toInteger(count)]));
};

interface DueDeliveries {
  now: number;
  /** Nothing waits longer for its next attempt: a later instant comes from a clock that was ahead. */
  latest: number;
  /** The same for what an instance has claimed. */
  latestClaim: number;
  /** A delivery that was queued before no longer waits for an earlier one. */
  overtakesBefore: number;
  /** Whatever was queued later comes from a clock that was ahead. */
  latestCreation: number;
  /** Those that are under way. */
  skip: readonly string[];
  limit: number;
}

/**
 * The next deliveries to attempt: those first that overtake none and were attempted least, in order. One waits for an earlier one
 * about the same object until it has waited long enough, and even then as long as the earlier one is due or under way. It says
 * which one it overtakes. It is called for each attempt, so each row looks at no more of the earlier ones than it has to.
 */
export const dueDeliveries = async (db: Queries, destinationId: string, due: DueDeliveries) => {
  const { now, latest, latestClaim, overtakesBefore, latestCreation, skip, limit } = due;
  const isDue = (alias: 'due' | 'earlier') =>
    sql<SqlBool>`(${sql.ref(`${alias}.next_attempt_at`)} <= ${now} or ${sql.ref(`${alias}.next_attempt_at`)} > ${latest})`;
  const isClaimed = (alias: 'due' | 'earlier') =>
    sql<SqlBool>`(${sql.ref(`${alias}.claimed_until`)} > ${now} and ${sql.ref(`${alias}.claimed_until`)} <= ${latestClaim})`;
  const isUnderWay = skip.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`earlier.id in (${sql.join(skip)})`;
  const earlier = tablesOf(db)
    .selectFrom('event_deliveries as earlier')
    .select('earlier.position')
    .where('earlier.destination_id', '=', sql.ref<string>('due.destination_id'))
    .where('earlier.status', '=', 'waiting')
    .where('earlier.object_id', '=', sql.ref<string>('due.object_id'))
    .where('earlier.position', '<', sql.ref<number>('due.position'))
    .where('earlier.replayed', '=', 0);
  const candidates = tablesOf(db)
    .selectFrom('event_deliveries as due')
    .selectAll('due')
    .where('due.destination_id', '=', destinationId)
    .where('due.status', '=', 'waiting')
    .where(isDue('due'))
    .where(({ eb, or, not }) => or([eb('due.claimed_until', 'is', null), not(isClaimed('due'))]))
    .orderBy('due.attempts')
    .orderBy('due.position');
  const without = (ids: readonly string[]) =>
    candidates.$if(ids.length > 0, (query) => query.where('due.id', 'not in', [...ids]));
  const inOrder = await without(skip)
    .select(sql<null>`null`.as('overtakes'))
    .where(({ not, exists }) => not(exists(earlier)))
    .limit(limit)
    .execute();
  if (inOrder.length === limit) return inOrder;
  const overtaking = await without([...skip, ...inOrder.map(({ id }) => id)])
    .select(earlier.orderBy('earlier.position').limit(1).as('overtakes'))
    .where(sql<SqlBool>`(due.created_at <= ${overtakesBefore} or due.created_at > ${latestCreation})`)
    .where(({ not, exists }) =>
      not(exists(earlier.where(({ or }) => or([isDue('earlier'), isClaimed('earlier'), isUnderWay])))),
    )
    .limit(limit - inOrder.length)
    .execute();
  return [...inOrder, ...overtaking];
};

/** The later of two instants, the second of which may be null. */
const later = (one: RawBuilder<number>, other: RawBuilder<number | null>): RawBuilder<number> =>
  sql<number>`case when ${other} > ${one} then ${other} else ${one} end`;

/**
 * When something can be attempted next at a destination that is on, in milliseconds since the epoch. What waits for an earlier one
 * about the same object can be once it may overtake that. Undefined if none waits.
 * @param latestClaim claims that end later come from a clock that was ahead
 */
export const nextAttemptAt = async (db: Queries, latestClaim: number): Promise<number | undefined> => {
  const claimed = sql<number>`case when claimed_until <= ${latestClaim} then claimed_until end`;
  const waiting = tablesOf(db)
    .selectFrom('event_destinations')
    .innerJoin('event_deliveries', 'event_deliveries.destination_id', 'event_destinations.id')
    .select([
      'paused_until',
      'next_attempt_at',
      sql<number>`event_deliveries.created_at + ${eventLimits.orderMs}`.as('overtakes_at'),
    ])
    .select(claimed.as('claimed_until'))
    .select(
      sql<number | null>`max(coalesce(${claimed}, 0)) filter (where replayed = 0) over (
        partition by destination_id, object_id order by event_deliveries.position rows between unbounded preceding and 1 preceding)`.as(
        'blocked_until',
      ),
    )
    .where('event_destinations.enabled', '=', 1)
    .where('event_deliveries.status', '=', 'waiting');
  const own = later(later(sql`next_attempt_at`, sql`paused_until`), sql`claimed_until`);
  const at = sql<number>`case when blocked_until is null then ${own}
    else ${later(later(own, sql`overtakes_at`), sql`blocked_until`)} end`;
  const row = await tablesOf(db)
    .selectFrom(waiting.as('waiting'))
    .select(({ fn }) => fn.min(at).as('at'))
    .executeTakeFirst();
  return row?.at === null || row?.at === undefined ? undefined : toInteger(row.at);
};

/** How many deliveries wait for destinations that are on, and since when the oldest does, in milliseconds since the epoch. */
export const findWaitingDeliveries = async (db: Queries): Promise<{ count: number; since: number | undefined }> => {
  const row = await tablesOf(db)
    .selectFrom('event_destinations')
    .innerJoin('event_deliveries', 'event_deliveries.destination_id', 'event_destinations.id')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('event_deliveries.begun_at').as('since')])
    .where('event_destinations.enabled', '=', 1)
    .where('event_deliveries.status', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return { count: toInteger(row.count), since: row.since === null ? undefined : toInteger(row.since) };
};

/** Lets everything that waits for a destination be attempted now. What is under way stays so. */
export const wakeDeliveries = (db: Queries, destinationId: string, now: number) =>
  tablesOf(db)
    .updateTable('event_deliveries')
    .set({ next_attempt_at: now })
    .where('destination_id', '=', destinationId)
    .where('status', '=', 'waiting')
    .where('next_attempt_at', '>', now)
    .execute();

/** Claims a delivery until an instant. False if another instance has it, or if it no longer waits. */
export const claimDelivery = (
  db: Queries,
  { id, next_attempt_at, claimed_until }: Pick<EventDeliveryRow, 'id' | 'next_attempt_at' | 'claimed_until'>,
  until: number,
): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .updateTable('event_deliveries')
      .set({ claimed_until: until })
      .where('id', '=', id)
      .where('next_attempt_at', '=', next_attempt_at)
      .where('claimed_until', claimed_until === null ? 'is' : '=', claimed_until)
      .where('status', '=', 'waiting'),
  );

/** Records an attempt. False if the delivery no longer waits. */
export const recordAttempt = (
  db: Queries,
  id: string,
  attempt: Pick<
    EventDeliveryRow,
    'status' | 'attempts' | 'next_attempt_at' | 'overtook' | 'outcome' | 'status_code' | 'duration_ms' | 'ended_at'
  >,
): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .updateTable('event_deliveries')
      .set({ ...attempt, claimed_until: null })
      .where('id', '=', id)
      .where('status', '=', 'waiting'),
  );

/** A delivery of an organization; undefined if there is none. */
export const findEventDelivery = (
  db: Queries,
  { tenantId, destinationId }: DeliveryFilter,
  id: string,
): Promise<EventDeliveryRow | undefined> =>
  matching(db, { tenantId, destinationId }).selectAll().where('id', '=', id).executeTakeFirst();

/** Lets a delivery that has ended begin again. False if it waits. */
export const requeueDelivery = (
  db: Queries,
  { tenantId, destinationId }: DeliveryFilter,
  id: string,
  now: number,
): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .updateTable('event_deliveries')
      .set({
        status: 'waiting',
        attempts: 0,
        next_attempt_at: now,
        begun_at: now,
        replayed: 1,
        overtook: null,
        ended_at: null,
      })
      .where('tenant_id', '=', tenantId)
      .where('destination_id', '=', destinationId)
      .where('id', '=', id)
      .where('status', '<>', 'waiting'),
  );

/** Ends what waits for a destination without sending it. */
export const failWaitingDeliveries = (
  db: Queries,
  { tenantId, destinationId }: DeliveryFilter,
  now: number,
): Promise<number> =>
  changedRows(
    tablesOf(db)
      .updateTable('event_deliveries')
      .set({ status: 'failed', ended_at: now })
      .where('tenant_id', '=', tenantId)
      .where('destination_id', '=', destinationId)
      .where('status', '=', 'waiting'),
  );

/** Deletes up to `limit` deliveries that ended and were queued before a timestamp. Returns how many. */
export const deleteDeliveriesBefore = (db: Queries, before: number, limit: number): Promise<number> =>
  changedRows(
    tablesOf(db)
      .deleteFrom('event_deliveries')
      .where('id', 'in', (query) =>
        query
          .selectFrom('event_deliveries')
          .select('id')
          .where('created_at', '<', before)
          .where('status', '<>', 'waiting')
          .limit(limit)
          .forUpdate()
          .skipLocked(),
      ),
  );
