import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { type ServerView, serverStatuses } from '#shared/flows/hosting.ts';
import type { RunKind, RunState } from '#shared/flows/upgrade-flow.ts';
import { searchKey } from '#shared/text-input/text-keys.ts';
import type { ServerTable } from '../../database/hosting-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { contains, includes } from '../../database/sql.ts';
import { tablesOf } from '../../database/tables.ts';
import {
  byNumber,
  byText,
  inOrder,
  type Listed,
  listPage,
  type Ordering,
  type Page,
  type SortedBy,
} from '../paging.ts';
import { changedOne, countOf, sumOf, toInteger } from '../sql.ts';
import type { HostingScope } from './provider-settings.ts';

export type ServerRow = Omit<Selectable<ServerTable>, 'search_text'>;
/** A server with its open run. */
export type SeenServerRow = ServerRow & {
  run_id: string | null;
  run_kind: RunKind | null;
  run_state: RunState | null;
};

/** The column that `q` searches, derived from the others. */
const searchText = (
  row: Pick<ServerRow, 'service_id' | 'provider_label' | 'own_label' | 'product_name' | 'main_ip' | 'tags'>,
) =>
  searchKey(
    // The name comes first, since lists sort by this.
    [row.own_label, row.provider_label, row.service_id, row.product_name, row.main_ip, row.tags]
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

export interface ServerFilter {
  q?: string | undefined;
  show?: ServerView | undefined;
  /** The product name. */
  plan?: string | undefined;
  tag?: string | undefined;
}

interface ServerOrder {
  sort: 'number' | 'name' | 'status' | 'plan' | 'cost';
  order: 'asc' | 'desc';
}

const table = 'vps_instances';

/** What lists are sorted by, before the number. */
const sortedBy: Record<ServerOrder['sort'], Ordering<SeenServerRow & Pick<ServerTable, 'search_text'>>> = {
  number: [],
  name: [byText(table, 'search_text')],
  status: [byNumber(table, 'is_suspended'), byNumber(table, 'is_locked'), byText(table, 'status')],
  plan: [
    {
      by: sql`coalesce(vps_instances.product_name, '')`,
      kind: 'text',
      of: ({ product_name }) => product_name ?? '',
    },
  ],
  cost: [byNumber(table, 'approximate_cost')],
};

/** Current servers first. */
const byPresence: SortedBy<SeenServerRow> = {
  by: sql`case when vps_instances.gone_at is null then 0 else 1 end`,
  kind: 'number',
  of: ({ gone_at }) => (gone_at === null ? 0 : 1),
};

/** Numbers with fewer digits are smaller. */
const byDigits: SortedBy<SeenServerRow> = {
  by: sql`length(vps_instances.service_id)`,
  kind: 'number',
  of: ({ service_id }) => service_id.length,
};

const isGone = sql<boolean>`vps_instances.gone_at is not null`;
const isRestricted = sql<boolean>`(vps_instances.is_suspended = 1 or vps_instances.is_locked = 1)`;

/** What each view shows. */
const views: Record<ServerView, RawBuilder<SqlBool>> = {
  attention: sql<SqlBool>`not ${isGone} and (${isRestricted} or upgrade_runs.problem is not null
    or coalesce(upgrade_runs.state, '') in ('awaiting_payment', 'resized'))`,
  running: sql<SqlBool>`not ${isGone} and not ${isRestricted} and upper(vps_instances.status) = ${serverStatuses.active}
    and upgrade_runs.id is null`,
  upgrading: sql<SqlBool>`not ${isGone} and upgrade_runs.id is not null`,
  other: sql<SqlBool>`not ${isGone} and upgrade_runs.id is null
    and (${isRestricted} or upper(vps_instances.status) <> ${serverStatuses.active})`,
  gone: isGone,
};

const matching = (db: Queries, scope: HostingScope, { q, show, plan, tag }: ServerFilter) => {
  let query = ofScope(db, scope);
  if (show !== undefined) query = query.where(views[show]);
  if (plan !== undefined) query = query.where('vps_instances.product_name', '=', plan);
  if (tag !== undefined) query = query.where(({ ref }) => includes(ref('vps_instances.tags'), `,${tag},`));
  return q ? query.where(({ ref }) => contains(ref('vps_instances.search_text'), q)) : query;
};

const seenServers = (db: Queries, scope: HostingScope, filter: ServerFilter) =>
  matching(db, scope, filter).selectAll('vps_instances').select(runColumns);

const byNumberOfServer: Ordering<SeenServerRow> = [byPresence, byDigits, byText(table, 'service_id')];

/** All servers by number: current ones first, then deleted ones. */
export const listServers = (db: Queries, scope: HostingScope): Promise<SeenServerRow[]> =>
  inOrder(seenServers(db, scope, {}), byNumberOfServer).execute();

/** A page of servers: current ones first, then deleted ones. */
export const pageOfServers = (
  db: Queries,
  scope: HostingScope,
  filter: ServerFilter,
  { sort, order, ...page }: Page & ServerOrder,
): Promise<Listed<SeenServerRow>> => {
  const rest = [...sortedBy[sort], byDigits, byText(table, 'service_id')];
  return listPage(seenServers(db, scope, filter), [byPresence, ...rest.map((sorted) => ({ ...sorted, order }))], page);
};

export const countServers = (db: Queries, scope: HostingScope, filter: ServerFilter = {}): Promise<number> =>
  countOf(matching(db, scope, filter));

/** Monthly cost of the current servers that match, in cents. */
export const sumShownCosts = (db: Queries, scope: HostingScope, filter: ServerFilter): Promise<number> =>
  sumOf(
    matching(db, scope, filter)
      .where(sql<SqlBool>`not ${isGone}`)
      .select(({ fn }) => fn.sum('vps_instances.approximate_cost').as('sum')),
  );

const current = (db: Queries, { tenantId, mode }: HostingScope) =>
  tablesOf(db)
    .selectFrom('vps_instances')
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', mode)
    .where('gone_at', 'is', null);

/** How many current servers have exactly these tags, and their monthly cost in cents, for each combination that exists. */
export const sumTaggedCosts = async (
  db: Queries,
  scope: HostingScope,
): Promise<{ tags: string; servers: number; cost: number }[]> => {
  const rows = await current(db, scope)
    .groupBy('tags')
    .select(({ fn }) => ['tags', fn.countAll().as('servers'), fn.sum('approximate_cost').as('cost')])
    .execute();
  return rows.map(({ tags, servers, cost }) => ({ tags, servers: toInteger(servers), cost: toInteger(cost) }));
};

/** The product names of current servers. */
export const listProducts = async (db: Queries, scope: HostingScope): Promise<string[]> => {
  const rows = await current(db, scope).select('product_name').distinct().orderBy('product_name').execute();
  return rows.map(({ product_name }) => product_name).filter((name) => name !== null);
};

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
export const countUnpricedServers = (db: Queries, scope: HostingScope): Promise<number> =>
  countOf(current(db, scope).where('cost_source', '=', 'default'));

/** Monthly cost of all current servers, in cents. */
export const sumServerCosts = (db: Queries, scope: HostingScope): Promise<number> =>
  sumOf(current(db, scope).select(({ fn }) => fn.sum('approximate_cost').as('sum')));
