import type { Selectable } from 'kysely';
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

/**
 * The next deliveries to attempt, in order. One waits for an earlier one about the same object, until it has waited since
 * `overtakesBefore`: then it says which one it overtakes.
 * @param skip those that are under way
 */
export const dueDeliveries = (
  db: Queries,
  destinationId: string,
  { now, latest, overtakesBefore, skip, limit }: DueDeliveries,
) =>
  tablesOf(db)
    .selectFrom('event_deliveries as due')
    .selectAll('due')
    .select((query) =>
      query
        .selectFrom('event_deliveries as earlier')
        .select(({ fn }) => fn.min('earlier.position').as('position'))
        .whereRef('earlier.destination_id', '=', 'due.destination_id')
        .whereRef('earlier.object_id', '=', 'due.object_id')
        .whereRef('earlier.position', '<', 'due.position')
        .where('earlier.status', '=', 'waiting')
        .as('overtakes'),
    )
    .where('due.destination_id', '=', destinationId)
    .where('due.status', '=', 'waiting')
    .where(({ eb, or }) => or([eb('due.next_attempt_at', '<=', now), eb('due.next_attempt_at', '>', latest)]))
    .where(({ eb, or, not, exists, selectFrom }) =>
      or([
        eb('due.created_at', '<=', overtakesBefore),
        not(
          exists(
            selectFrom('event_deliveries as before')
              .select('before.id')
              .whereRef('before.destination_id', '=', 'due.destination_id')
              .whereRef('before.object_id', '=', 'due.object_id')
              .whereRef('before.position', '<', 'due.position')
              .where('before.status', '=', 'waiting'),
          ),
        ),
      ]),
    )
    .$if(skip.length > 0, (query) => query.where('due.id', 'not in', [...skip]))
    .orderBy('due.position')
    .limit(limit)
    .execute();

interface DueDeliveries {
  now: number;
  /** Nothing waits longer: a later instant comes from a clock that was ahead. */
  latest: number;
  overtakesBefore: number;
  skip: readonly string[];
  limit: number;
}

/** Whether any delivery waits for its next attempt, to a destination that is on. */
export const hasWaitingDelivery = async (db: Queries): Promise<boolean> =>
  (await tablesOf(db)
    .selectFrom('event_destinations')
    .innerJoin('event_deliveries', 'event_deliveries.destination_id', 'event_destinations.id')
    .select('event_deliveries.id')
    .where('event_destinations.enabled', '=', 1)
    .where('event_deliveries.status', '=', 'waiting')
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Lets everything that waits for a destination be attempted now. */
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
  { id, next_attempt_at }: Pick<EventDeliveryRow, 'id' | 'next_attempt_at'>,
  until: number,
): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .updateTable('event_deliveries')
      .set({ next_attempt_at: until })
      .where('id', '=', id)
      .where('next_attempt_at', '=', next_attempt_at)
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
    tablesOf(db).updateTable('event_deliveries').set(attempt).where('id', '=', id).where('status', '=', 'waiting'),
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
      .set({ status: 'waiting', attempts: 0, next_attempt_at: now, overtook: null, ended_at: null })
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
