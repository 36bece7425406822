import type { Selectable } from 'kysely';
import type { Role } from '#shared/rules/roles.ts';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import type { UserTable } from '../../database/user-table.ts';
import { firstPasskeyAt } from './passkeys.ts';

/** An account with its tenant, as the operator of the server sees it. */
export type AccountRow = Pick<
  Selectable<UserTable>,
  | 'id'
  | 'tenant_id'
  | 'email'
  | 'name'
  | 'role'
  | 'guest'
  | 'status'
  | 'email_verified'
  | 'created_at'
  | 'last_login_at'
  | 'delete_at'
  | 'password_hash'
> & { tenant_name: string; second_factor_at: number | null; first_passkey_at: number | null };

export interface AccountFilter {
  tenantId?: string | undefined;
  role?: Role | undefined;
  /** Everyone but removed accounts if absent. */
  status?: UserTable['status'] | undefined;
}

const accounts = (db: Queries) =>
  tablesOf(db)
    .selectFrom('users')
    .innerJoin('tenants', 'tenants.id', 'users.tenant_id')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select([
      'users.id',
      'users.tenant_id',
      'users.email',
      'users.name',
      'users.role',
      'users.guest',
      'users.status',
      'users.email_verified',
      'users.created_at',
      'users.last_login_at',
      'users.delete_at',
      'users.password_hash',
      'tenants.name as tenant_name',
      'second_factors.confirmed_at as second_factor_at',
    ])
    .select(firstPasskeyAt(db));

/** A page of the accounts of all tenants, by id, after the account with the given id. */
export const listAccounts = (
  db: Queries,
  { tenantId, role, status }: AccountFilter,
  after: string,
  limit: number,
): Promise<AccountRow[]> => {
  let query = accounts(db).where('users.id', '>', after);
  query =
    status === undefined ? query.where('users.status', '!=', 'removed') : query.where('users.status', '=', status);
  if (tenantId !== undefined) query = query.where('users.tenant_id', '=', tenantId);
  if (role !== undefined) query = query.where('users.role', '=', role);
  return query.orderBy('users.id').limit(limit).execute();
};

export const findAccount = (db: Queries, id: string): Promise<AccountRow | undefined> =>
  accounts(db).where('users.id', '=', id).executeTakeFirst();

/** Accounts whose deletion is due at `now`, on their own or with their tenant. */
export const listDueAccounts = async (
  db: Queries,
  now: number,
): Promise<{ id: string; email: string; tenant_name: string; due_at: number }[]> => {
  const rows = await tablesOf(db)
    .selectFrom('users')
    .innerJoin('tenants', 'tenants.id', 'users.tenant_id')
    .select([
      'users.id',
      'users.email',
      'tenants.name as tenant_name',
      'users.delete_at',
      'tenants.delete_at as with_tenant',
    ])
    .where(({ eb, or }) => or([eb('users.delete_at', '<=', now), eb('tenants.delete_at', '<=', now)]))
    .orderBy('users.id')
    .execute();
  return rows.map(({ delete_at, with_tenant, ...row }) => ({ ...row, due_at: delete_at ?? with_tenant ?? now }));
};
