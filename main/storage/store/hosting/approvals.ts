import { type Selectable, sql } from 'kysely';
import type { ApprovalTable } from '../../database/hosting-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { byNumber, byText, type Listed, listPage, type Page } from '../paging.ts';
import { countOf } from '../sql.ts';
import type { HostingScope } from './provider-settings.ts';

export type ApprovalRow = Selectable<ApprovalTable>;
/** A request with the names of the people and the server. */
export type SeenApprovalRow = ApprovalRow & {
  requested_by_name: string | null;
  approved_by_name: string | null;
  server_label: string | null;
};

/** What a request is about: there is one for each. */
type ApprovalKey = Pick<ApprovalRow, 'kind' | 'service_id'>;

const keyOf = (db: Queries, { tenantId, mode }: HostingScope, { kind, service_id }: ApprovalKey) =>
  tablesOf(db)
    .selectFrom('hosting_approvals')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', mode)
    .where('kind', '=', kind)
    .where('service_id', '=', service_id);

export const findApprovalOf = (db: Queries, scope: HostingScope, key: ApprovalKey): Promise<ApprovalRow | undefined> =>
  keyOf(db, scope, key).executeTakeFirst();

const seen = (db: Queries, { tenantId, mode }: HostingScope) =>
  tablesOf(db)
    .selectFrom('hosting_approvals')
    .leftJoin('users as asker', 'asker.id', 'hosting_approvals.requested_by')
    .leftJoin('users as approver', 'approver.id', 'hosting_approvals.approved_by')
    .leftJoin('vps_instances', (join) =>
      join
        .onRef('vps_instances.tenant_id', '=', 'hosting_approvals.tenant_id')
        .onRef('vps_instances.mode', '=', 'hosting_approvals.mode')
        .onRef('vps_instances.service_id', '=', 'hosting_approvals.service_id'),
    )
    .where('hosting_approvals.tenant_id', '=', tenantId)
    .where('hosting_approvals.mode', '=', mode)
    .selectAll('hosting_approvals')
    .select((eb) => [
      'asker.name as requested_by_name',
      'approver.name as approved_by_name',
      eb.fn.coalesce('vps_instances.own_label', 'vps_instances.provider_label').as('server_label'),
    ]);

/** @returns undefined if there is no such request in the scope */
export const findApproval = (db: Queries, scope: HostingScope, id: string): Promise<SeenApprovalRow | undefined> =>
  seen(db, scope).where('hosting_approvals.id', '=', id).executeTakeFirst();

/** When a request was made, or agreed to if it was. */
const lastAct = sql<number>`coalesce(hosting_approvals.approved_at, hosting_approvals.requested_at)`;

/** Requests made or agreed to since an instant, newest first. */
export const listApprovalsSince = (
  db: Queries,
  scope: HostingScope,
  since: number,
  page: Page,
): Promise<Listed<SeenApprovalRow>> =>
  listPage(
    seen(db, scope).where(lastAct, '>', since),
    [byNumber('hosting_approvals', 'requested_at', 'desc'), byText('hosting_approvals', 'id')],
    page,
  );

export const countApprovalsSince = (db: Queries, { tenantId, mode }: HostingScope, since: number): Promise<number> =>
  countOf(
    tablesOf(db)
      .selectFrom('hosting_approvals')
      .where('tenant_id', '=', tenantId)
      .where('mode', '=', mode)
      .where(lastAct, '>', since),
  );

/** Stores a request in place of an earlier one about the same. */
export const replaceApproval = async (db: Queries, row: ApprovalRow): Promise<void> => {
  await deleteApprovalOf(db, { tenantId: row.tenant_id, mode: row.mode }, row);
  await tablesOf(db).insertInto('hosting_approvals').values(row).execute();
};

export const recordApproval = async (
  db: Queries,
  { id }: ApprovalRow,
  by: Pick<ApprovalRow, 'approved_by' | 'approved_at'>,
): Promise<void> => {
  await tablesOf(db).updateTable('hosting_approvals').set(by).where('id', '=', id).execute();
};

export const deleteApprovalOf = async (
  db: Queries,
  { tenantId, mode }: HostingScope,
  { kind, service_id }: ApprovalKey,
): Promise<void> => {
  await tablesOf(db)
    .deleteFrom('hosting_approvals')
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', mode)
    .where('kind', '=', kind)
    .where('service_id', '=', service_id)
    .execute();
};

/** What someone agreed to waits for someone else again. */
export const takeBackApprovalsBy = async (db: Queries, userId: string): Promise<void> => {
  await tablesOf(db)
    .updateTable('hosting_approvals')
    .set({ approved_by: null, approved_at: null })
    .where('approved_by', '=', userId)
    .execute();
};
