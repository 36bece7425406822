import { type Selectable, sql } from 'kysely';
import { minute } from '#shared/rules/limits.ts';
import type { EventDestinationTable } from '../../database/events-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { changedOne, countOf, toInteger } from '../sql.ts';

/** Write the last delivery at most this often, in milliseconds. */
const deliveredDelayMs = 1 * minute;

export type EventDestinationRow = Selectable<EventDestinationTable>;

export const insertEventDestination = (db: Queries, row: EventDestinationRow) =>
  tablesOf(db).insertInto('event_destinations').values(row).execute();

/** The destinations of an organization, oldest first. */
export const listEventDestinations = (db: Queries, tenantId: string): Promise<EventDestinationRow[]> =>
  tablesOf(db)
    .selectFrom('event_destinations')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const countEventDestinations = (db: Queries, tenantId: string): Promise<number> =>
  countOf(tablesOf(db).selectFrom('event_destinations').where('tenant_id', '=', tenantId));

export const findEventDestination = (
  db: Queries,
  tenantId: string,
  id: string,
): Promise<EventDestinationRow | undefined> =>
  tablesOf(db)
    .selectFrom('event_destinations')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Changes a destination; false if there is none. */
export const updateEventDestination = (
  db: Queries,
  tenantId: string,
  id: string,
  change: Partial<Omit<EventDestinationRow, 'id' | 'tenant_id'>>,
): Promise<boolean> =>
  changedOne(
    tablesOf(db).updateTable('event_destinations').set(change).where('tenant_id', '=', tenantId).where('id', '=', id),
  );

/** Deletes a destination with its deliveries; undefined if there is none. */
export const deleteEventDestination = (
  db: Queries,
  tenantId: string,
  id: string,
): Promise<EventDestinationRow | undefined> =>
  tablesOf(db)
    .deleteFrom('event_destinations')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** `disabled` by the service, `off` by an owner. */
export const destinationStates = ['working', 'failing', 'disabled', 'off'] as const;
type DestinationState = (typeof destinationStates)[number];

export const countDestinationsByState = async (db: Queries): Promise<Map<DestinationState, number>> => {
  const state = sql<DestinationState>`case when enabled = 1 then
    case when failing_since is null then 'working' else 'failing' end
    else case when disabled_for is null then 'off' else 'disabled' end end`;
  const rows = await tablesOf(db)
    .selectFrom('event_destinations')
    .select(({ fn }) => [state.as('state'), fn.countAll().as('count')])
    .groupBy(state)
    .execute();
  return new Map(rows.map((row) => [row.state, toInteger(row.count)]));
};

const active = (db: Queries) =>
  tablesOf(db)
    .selectFrom('event_destinations')
    .innerJoin('tenants', 'tenants.id', 'event_destinations.tenant_id')
    .selectAll('event_destinations')
    .where('event_destinations.enabled', '=', 1)
    .where('tenants.closed', '=', 0)
    .where('tenants.id', 'not in', (query) => query.selectFrom('sample_tenants').select('tenant_id'))
    // A copy of the data must not speak for the original: what holds email holds events.
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('mail_hold').select('mail_hold.id'))));

/** A destination, if events are sent to it. */
export const findActiveDestination = (
  db: Queries,
  tenantId: string,
  id: string,
): Promise<EventDestinationRow | undefined> =>
  active(db)
    .where('event_destinations.tenant_id', '=', tenantId)
    .where('event_destinations.id', '=', id)
    .executeTakeFirst();

/** Records that a destination has taken an event. Returns since when it had failed; null if it hadn't. */
export const markDelivered = async (
  db: Queries,
  { tenant_id, id, failing_since, last_delivered_at, asked_until }: EventDestinationRow,
  now: number,
): Promise<number | null> => {
  const isNew = last_delivered_at === null || Math.abs(now - last_delivered_at) >= deliveredDelayMs;
  if (failing_since === null && !isNew) return null;
  await updateEventDestination(db, tenant_id, id, {
    failures: 0,
    failing_since: null,
    // What the other side has asked for holds, whatever else it has taken meanwhile.
    paused_until: asked_until,
    last_delivered_at: now,
  });
  return failing_since;
};

/** Every destination that is on, of organizations that aren't closed and hold no sample data. */
export const listActiveDestinations = (db: Queries): Promise<EventDestinationRow[]> =>
  active(db).orderBy('event_destinations.id').execute();

/** Moves a destination behind the events that were queued for it. False if another instance has done so. */
export const advanceDestination = (
  db: Queries,
  { tenant_id, id, position, event_types }: EventDestinationRow,
  to: number,
): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .updateTable('event_destinations')
      .set({ position: to })
      .where('tenant_id', '=', tenant_id)
      .where('id', '=', id)
      .where('position', '=', position)
      .where('event_types', '=', event_types)
      .where('enabled', '=', 1),
  );

/** Turns a destination off for the service itself; false if it is off. */
export const disableDestination = (
  db: Queries,
  { tenant_id, id }: EventDestinationRow,
  reason: NonNullable<EventDestinationRow['disabled_for']>,
): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .updateTable('event_destinations')
      .set({ enabled: 0, disabled_for: reason, paused_until: null })
      .where('tenant_id', '=', tenant_id)
      .where('id', '=', id)
      .where('enabled', '=', 1),
  );
