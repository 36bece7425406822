import { type Selectable, sql } from 'kysely';
import type { UpgradeQueueTable } from '../../database/hosting-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { byNumber, byText, type Listed, listPage, type Page, type SortedBy } from '../paging.ts';
import { changedOne, countOf } from '../sql.ts';
import type { HostingScope } from './provider-settings.ts';

export type QueueRow = Selectable<UpgradeQueueTable>;
/** A queue with the name of the person who started it; null if it was deleted. */
export type SeenQueueRow = QueueRow & { started_by_name: string | null };
type QueueChange = Partial<
  Pick<QueueRow, 'accept_over_budget' | 'ended_at' | 'items' | 'problem' | 'started_by' | 'state'>
>;

/** Adds a queue; false if another one is open (enforced by the database). */
export const insertQueue = (db: Queries, row: QueueRow): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .insertInto('upgrade_queues')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  );

const ofScope = (db: Queries, { tenantId, mode }: HostingScope) =>
  tablesOf(db)
    .selectFrom('upgrade_queues')
    .leftJoin('users', 'users.id', 'upgrade_queues.started_by')
    .where('upgrade_queues.tenant_id', '=', tenantId)
    .where('upgrade_queues.mode', '=', mode)
    .selectAll('upgrade_queues')
    .select('users.name as started_by_name');

export const findQueue = (db: Queries, scope: HostingScope, id: string): Promise<SeenQueueRow | undefined> =>
  ofScope(db, scope).where('upgrade_queues.id', '=', id).executeTakeFirst();

/** Of those that began at one instant, the open one is the newest. */
const openFirst: SortedBy<Pick<QueueRow, 'ended_at'>> = {
  by: sql`case when upgrade_queues.ended_at is null then 0 else 1 end`,
  kind: 'number',
  of: ({ ended_at }) => (ended_at === null ? 0 : 1),
};

/** A scope's queues, newest first. */
export const listQueues = (db: Queries, scope: HostingScope, page: Page): Promise<Listed<SeenQueueRow>> =>
  listPage(
    ofScope(db, scope),
    [byNumber('upgrade_queues', 'started_at', 'desc'), openFirst, byText('upgrade_queues', 'id')],
    page,
  );

export const countQueues = (db: Queries, { tenantId, mode }: HostingScope): Promise<number> =>
  countOf(tablesOf(db).selectFrom('upgrade_queues').where('tenant_id', '=', tenantId).where('mode', '=', mode));

/** Queues of every tenant whose orders are being placed. */
export const listRunningQueues = (db: Queries): Promise<QueueRow[]> =>
  tablesOf(db).selectFrom('upgrade_queues').selectAll().where('state', '=', 'running').orderBy('started_at').execute();

/** Whether a scope has a queue that hasn't ended. */
export const hasOpenQueue = async (db: Queries, { tenantId, mode }: HostingScope): Promise<boolean> =>
  (await tablesOf(db)
    .selectFrom('upgrade_queues')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', mode)
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const hasRunningQueue = async (db: Queries): Promise<boolean> =>
  (await tablesOf(db)
    .selectFrom('upgrade_queues')
    .select('id')
    .where('state', '=', 'running')
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Updates an open queue if it still has the version read; false if someone else was first. */
export const changeQueue = (db: Queries, queue: QueueRow, change: QueueChange): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .updateTable('upgrade_queues')
      .set({ ...change, version: queue.version + 1 })
      .where('id', '=', queue.id)
      .where('version', '=', queue.version)
      .where('ended_at', 'is', null),
  );
