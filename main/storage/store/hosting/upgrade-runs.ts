import type { Selectable } from 'kysely';
import { attentionStates } from '#shared/flows/upgrade-actions.ts';
import type { RunState } from '#shared/flows/upgrade-flow.ts';
import type { UpgradeRunTable } from '../../database/hosting-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { byNumber, byText, type Listed, listPage, type Page } from '../paging.ts';
import { changedOne, countOf, sumOf } from '../sql.ts';
import type { HostingScope } from './provider-settings.ts';

export type RunRow = Selectable<UpgradeRunTable>;
/** A run with the names that people see; null if they were deleted. */
export type SeenRunRow = RunRow & { server_label: string | null; started_by_name: string | null };
export type RunChange = Partial<Omit<RunRow, 'id' | 'tenant_id' | 'mode' | 'service_id' | 'kind' | 'version'>>;

/** Adds a run; false if the server already has an open one (enforced by the database). */
export const insertRun = (db: Queries, row: RunRow): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .insertInto('upgrade_runs')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  );

const seen = (db: Queries) =>
  tablesOf(db)
    .selectFrom('upgrade_runs')
    .leftJoin('users', 'users.id', 'upgrade_runs.started_by')
    .leftJoin('vps_instances', (join) =>
      join
        .onRef('vps_instances.tenant_id', '=', 'upgrade_runs.tenant_id')
        .onRef('vps_instances.mode', '=', 'upgrade_runs.mode')
        .onRef('vps_instances.service_id', '=', 'upgrade_runs.service_id'),
    )
    .selectAll('upgrade_runs')
    .select(({ fn }) => [
      'users.name as started_by_name',
      fn.coalesce('vps_instances.own_label', 'vps_instances.provider_label').as('server_label'),
    ]);

const ofScope = (db: Queries, { tenantId, mode }: HostingScope) =>
  seen(db).where('upgrade_runs.tenant_id', '=', tenantId).where('upgrade_runs.mode', '=', mode);

export const findRun = (db: Queries, scope: HostingScope, id: string): Promise<SeenRunRow | undefined> =>
  ofScope(db, scope).where('upgrade_runs.id', '=', id).executeTakeFirst();

export const findRuns = (db: Queries, scope: HostingScope, ids: readonly string[]): Promise<SeenRunRow[]> =>
  ofScope(db, scope)
    .where('upgrade_runs.id', 'in', [...ids])
    .execute();

/** A server's open run. */
export const findOpenRun = (db: Queries, scope: HostingScope, serviceId: string): Promise<SeenRunRow | undefined> =>
  ofScope(db, scope)
    .where('upgrade_runs.service_id', '=', serviceId)
    .where('upgrade_runs.ended_at', 'is', null)
    .executeTakeFirst();

export interface RunFilter {
  serviceId?: string | undefined;
  /** `attention`: see needsAttention in shared/flows/upgrade-actions.ts. */
  show: 'all' | 'open' | 'attention';
}

const matching = (db: Queries, { tenantId, mode }: HostingScope, { serviceId, show }: RunFilter) => {
  let query = tablesOf(db)
    .selectFrom('upgrade_runs')
    .select('upgrade_runs.id')
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', mode);
  if (serviceId !== undefined) query = query.where('service_id', '=', serviceId);
  if (show === 'all') return query;
  if (show === 'open') return query.where('ended_at', 'is', null);
  return query
    .where(({ eb, or, ref }) => or([eb('seen_version', 'is', null), eb('seen_version', '<>', ref('version'))]))
    .where(({ eb, or, and }) =>
      or([eb('state', 'in', [...attentionStates]), and([eb('ended_at', 'is', null), eb('problem', 'is not', null)])]),
    );
};

/** A scope's runs, newest first. */
export const listRuns = (
  db: Queries,
  scope: HostingScope,
  filter: RunFilter,
  page: Page,
): Promise<Listed<SeenRunRow>> =>
  listPage(
    seen(db).where('upgrade_runs.id', 'in', matching(db, scope, filter)),
    [byNumber('upgrade_runs', 'started_at', 'desc'), byText('upgrade_runs', 'id')],
    page,
  );

export const countRuns = (db: Queries, scope: HostingScope, filter: RunFilter): Promise<number> =>
  countOf(tablesOf(db).selectFrom(matching(db, scope, filter).as('matching')));

/** Open runs of every tenant that wait for the provider; a run that is still choosing a plan does not. */
export const listRunsToPoll = (db: Queries): Promise<SeenRunRow[]> =>
  seen(db)
    .where('upgrade_runs.ended_at', 'is', null)
    .where('upgrade_runs.state', '<>', 'choosing')
    .orderBy('upgrade_runs.started_at')
    .execute();

/** Open runs of every tenant that are choosing a plan, and show a problem. */
export const listChoosingWithProblem = (db: Queries): Promise<SeenRunRow[]> =>
  seen(db)
    .where('upgrade_runs.ended_at', 'is', null)
    .where('upgrade_runs.state', '=', 'choosing')
    .where('upgrade_runs.problem', 'is not', null)
    .execute();

/** Changes of cycle or level, of every tenant, that were made after an instant. */
const changedSince = (db: Queries, after: number) =>
  seen(db)
    .where('upgrade_runs.state', '=', 'changed')
    .where('upgrade_runs.kind', 'in', ['billing_cycle', 'service_level'])
    .where('upgrade_runs.ended_at', '>', after);

/** Of these, those that left an order behind. */
export const listChangesWithOrder = (db: Queries, after: number): Promise<SeenRunRow[]> =>
  changedSince(db, after)
    .where('upgrade_runs.provider_order', 'is not', null)
    .where('upgrade_runs.order_missing', '=', 0)
    .execute();

/** Of a scope's, those that left no order behind, as long as nothing else was begun for their servers since. */
export const listChangesWithoutOrder = (
  db: Queries,
  { tenantId, mode }: HostingScope,
  after: number,
): Promise<SeenRunRow[]> =>
  changedSince(db, after)
    .where('upgrade_runs.tenant_id', '=', tenantId)
    .where('upgrade_runs.mode', '=', mode)
    .where(({ eb, or }) =>
      or([eb('upgrade_runs.provider_order', 'is', null), eb('upgrade_runs.order_missing', '=', 1)]),
    )
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('upgrade_runs as later')
            .select('later.id')
            .whereRef('later.tenant_id', '=', 'upgrade_runs.tenant_id')
            .whereRef('later.mode', '=', 'upgrade_runs.mode')
            .whereRef('later.service_id', '=', 'upgrade_runs.service_id')
            .where('later.kind', '<>', 'power')
            .whereRef('later.started_at', '>', 'upgrade_runs.started_at'),
        ),
      ),
    )
    .execute();

/** Records an order that shows only after a change was made, so that someone looks again; false if it is recorded already. */
export const recordLateOrder = (
  db: Queries,
  run: RunRow,
  late: Pick<RunRow, 'provider_order' | 'order_missing'>,
): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .updateTable('upgrade_runs')
      .set({ ...late, seen_version: null })
      .where('id', '=', run.id)
      .where('version', '=', run.version)
      .where('provider_order', run.provider_order === null ? 'is' : '=', run.provider_order),
  );

export const hasRunsToPoll = async (db: Queries): Promise<boolean> =>
  (await tablesOf(db)
    .selectFrom('upgrade_runs')
    .select('id')
    .where('ended_at', 'is', null)
    .where('state', '<>', 'choosing')
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Whether a change without an order is under way: its server may be off. */
export const hasChangeUnderWay = async (db: Queries): Promise<boolean> =>
  (await tablesOf(db)
    .selectFrom('upgrade_runs')
    .select('id')
    .where('ended_at', 'is', null)
    .where('change_progress', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Open runs of every tenant by state, with the instant since when the oldest of them has not moved. */
export const countOpenRuns = (db: Queries): Promise<{ state: RunState; count: number; since: number }[]> =>
  tablesOf(db)
    .selectFrom('upgrade_runs')
    .where('ended_at', 'is', null)
    .groupBy('state')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count'), fn.min('changed_at').as('since')])
    .execute();

export const hasOpenRun = async (db: Queries, { tenantId, mode }: HostingScope): Promise<boolean> =>
  (await tablesOf(db)
    .selectFrom('upgrade_runs')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', mode)
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** What open runs beyond the choice of a plan add to the monthly cost, in cents, as far as that is known. */
export const sumOrderedCosts = (db: Queries, { tenantId, mode }: HostingScope): Promise<number> =>
  sumOf(
    tablesOf(db)
      .selectFrom('upgrade_runs')
      .select(({ fn, eb }) => fn.sum(eb('cost_after', '-', eb.ref('cost_before'))).as('sum'))
      .where('tenant_id', '=', tenantId)
      .where('mode', '=', mode)
      .where('ended_at', 'is', null)
      .where('state', '<>', 'choosing')
      .whereRef('cost_after', '>', 'cost_before'),
  );

/** Updates a run and increments its version if it still has the version read; false if someone else was first. */
export const changeRun = (db: Queries, run: RunRow, change: RunChange): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .updateTable('upgrade_runs')
      .set({ ...change, version: run.version + 1 })
      .where('id', '=', run.id)
      .where('version', '=', run.version)
      .where('ended_at', 'is', null),
  );

/** Records the result of a poll if the run has not changed since it was read. */
export const recordPoll = (
  db: Queries,
  run: RunRow,
  poll: Pick<RunRow, 'checked_at' | 'problem' | 'suspicion' | 'suspected_at'>,
) =>
  tablesOf(db)
    .updateTable('upgrade_runs')
    .set(poll)
    .where('id', '=', run.id)
    .where('version', '=', run.version)
    .execute();

/** Records the reminders that owners got of a run; false if someone else did, or if it has changed since. */
export const recordReminded = (db: Queries, run: RunRow, reminded: NonNullable<RunRow['reminded']>): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .updateTable('upgrade_runs')
      .set({ reminded })
      .where('id', '=', run.id)
      .where('version', '=', run.version)
      .where('reminded', run.reminded === null ? 'is' : '=', run.reminded),
  );

/** Records that an invoice was paid. What kept the run waiting before, such as a refusal of the unpaid order, is over. */
export const recordPaid = (db: Queries, run: RunRow, invoiceid: number) =>
  tablesOf(db)
    .updateTable('upgrade_runs')
    .set({ paid_invoice: invoiceid, problem: null })
    .where('id', '=', run.id)
    .execute();

/** Records the latest version of a run that someone has seen. */
export const recordSeen = (db: Queries, run: RunRow) =>
  tablesOf(db).updateTable('upgrade_runs').set({ seen_version: run.version }).where('id', '=', run.id).execute();
