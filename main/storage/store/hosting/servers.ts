import { type Selectable, sql } from 'kysely';
import type { RunKind, RunState } from '#shared/flows/upgrade-flow.ts';
import { searchKey } from '#shared/text-input/text-keys.ts';
import type { ServerTable } from '../../database/hosting-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { contains } from '../../database/sql.ts';
import { tablesOf } from '../../database/tables.ts';
import { changedOne, countOf, sumOf } from '../sql.ts';
import type { HostingScope } from './provider-settings.ts';

export type ServerRow = Omit<Selectable<ServerTable>, 'search_text'>;
/** A server with its open run. */
export type SeenServerRow = ServerRow & {
  run_id: string | null;
  run_kind: RunKind | null;
  run_state: RunState | null;
};

/** The column that `q` searches, derived from the others. */
const searchText = (row: Pick<ServerRow, 'service_id' | 'provider_label' | 'own_label' | 'product_name' | 'main_ip'>) =>
  searchKey(
    [row.own_label, row.provider_label, row.service_id, row.product_name, row.main_ip]
      .filter((part) => part !== null)
      .join('\n'),
  );

export const insertServer = (db: Queries, row: ServerRow) =>
  tablesOf(db)
    .insertInto('vps_instances')
    .values({ ...row, search_text: searchText(row) })
    .execute();

const ofScope = (db: Queries, { tenantId, mode }: HostingScope) =>
  tablesOf(db)
    .selectFrom('vps_instances')
    .leftJoin('upgrade_runs', (join) =>
      join
        .onRef('upgrade_runs.tenant_id', '=', 'vps_instances.tenant_id')
        .onRef('upgrade_runs.mode', '=', 'vps_instances.mode')
        .onRef('upgrade_runs.service_id', '=', 'vps_instances.service_id')
        .on('upgrade_runs.ended_at', 'is', null),
    )
    .where('vps_instances.tenant_id', '=', tenantId)
    .where('vps_instances.mode', '=', mode);

const runColumns = [
  'upgrade_runs.id as run_id',
  'upgrade_runs.kind as run_kind',
  'upgrade_runs.state as run_state',
] as const;

export const findServer = (db: Queries, scope: HostingScope, serviceId: string): Promise<SeenServerRow | undefined> =>
  ofScope(db, scope)
    .selectAll('vps_instances')
    .select(runColumns)
    .where('vps_instances.service_id', '=', serviceId)
    .executeTakeFirst();

export const findServers = (
  db: Queries,
  scope: HostingScope,
  serviceIds: readonly string[],
): Promise<SeenServerRow[]> =>
  serviceIds.length === 0
    ? Promise.resolve([])
    : ofScope(db, scope)
        .selectAll('vps_instances')
        .select(runColumns)
        .where('vps_instances.service_id', 'in', serviceIds)
        .execute();

const matching = (db: Queries, scope: HostingScope, q: string | undefined) => {
  const query = ofScope(db, scope);
  return q ? query.where(({ ref }) => contains(ref('vps_instances.search_text'), q)) : query;
};

/** Current servers first, then deleted ones, ordered by number. All of them without a page. */
export const listServers = (
  db: Queries,
  scope: HostingScope,
  q?: string,
  page?: { limit: number; offset: number },
): Promise<SeenServerRow[]> => {
  const query = matching(db, scope, q)
    .selectAll('vps_instances')
    .select(runColumns)
    .orderBy(sql`vps_instances.gone_at is not null`)
    .orderBy(sql`length(vps_instances.service_id)`)
    .orderBy('vps_instances.service_id');
  return (page ? query.limit(page.limit).offset(page.offset) : query).execute();
};

export const countServers = (db: Queries, scope: HostingScope, q?: string): Promise<number> =>
  countOf(matching(db, scope, q));

/** Updates a server; false if it does not exist. */
export const updateServer = (
  db: Queries,
  row: ServerRow,
  change: Partial<Omit<ServerRow, 'tenant_id' | 'mode' | 'service_id'>>,
): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .updateTable('vps_instances')
      .set({ ...change, search_text: searchText({ ...row, ...change }) })
      .where('tenant_id', '=', row.tenant_id)
      .where('mode', '=', row.mode)
      .where('service_id', '=', row.service_id),
  );

/** Current servers whose cost is only that of the default plan. */
export const countUnpricedServers = (db: Queries, { tenantId, mode }: HostingScope): Promise<number> =>
  countOf(
    tablesOf(db)
      .selectFrom('vps_instances')
      .where('tenant_id', '=', tenantId)
      .where('mode', '=', mode)
      .where('gone_at', 'is', null)
      .where('cost_source', '=', 'default'),
  );

/** Monthly cost of all current servers, in cents. */
export const sumServerCosts = (db: Queries, { tenantId, mode }: HostingScope): Promise<number> =>
  sumOf(
    tablesOf(db)
      .selectFrom('vps_instances')
      .select(({ fn }) => fn.sum('approximate_cost').as('sum'))
      .where('tenant_id', '=', tenantId)
      .where('mode', '=', mode)
      .where('gone_at', 'is', null),
  );
