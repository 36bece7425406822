import { sql } from 'kysely';
import type { ServiceKeyKind } from '#shared/rules/service-key-kinds.ts';
import type { Queries } from '../../database/schema.ts';
import { isListed, joinedTexts } from '../../database/sql.ts';
import { tablesOf } from '../../database/tables.ts';
import { builtStatement, listStatement } from '../built-statements.ts';
import { grantedToAccount } from '../custom-roles/granted.ts';

const serviceCallers = (db: Queries) =>
  tablesOf(db)
    .selectFrom('service_account_keys')
    .innerJoin('service_accounts', 'service_accounts.id', 'service_account_keys.account_id')
    .innerJoin('tenants', 'tenants.id', 'service_accounts.tenant_id')
    .select([
      'service_account_keys.id as key_id',
      'service_account_keys.created_at as key_created_at',
      'service_account_keys.expires_at as key_expires_at',
      'service_account_keys.last_used_at',
      'service_accounts.id as account_id',
      'service_accounts.tenant_id',
      'service_accounts.name',
      'service_accounts.role',
      'service_accounts.scopes',
      'service_accounts.all_workspaces',
      'service_accounts.addresses',
      'service_accounts.disabled_at',
      'tenants.delete_at as tenant_delete_at',
    ])
    .select(({ selectFrom }) =>
      selectFrom('service_account_workspaces')
        .whereRef('service_account_workspaces.account_id', '=', 'service_accounts.id')
        .select(joinedTexts('service_account_workspaces.workspace_id').as('ids'))
        .as('workspaces'),
    )
    .select(grantedToAccount(db, sql.ref<string>('service_accounts.id')).as('granted'));

/** A key of a service account, with everything needed to authorize a call. */
export type ServiceCallerRow = Awaited<ReturnType<ReturnType<typeof serviceCallers>['executeTakeFirstOrThrow']>>;

export const findServiceCaller = (db: Queries, keyId: string): Promise<ServiceCallerRow | undefined> =>
  serviceCallers(db).where('service_account_keys.id', '=', keyId).executeTakeFirst();

/** The callers of keys that are sent themselves: a client secret isn't accepted in place of one. */
const apiKeyCallers = (db: Queries) =>
  serviceCallers(db).where('service_account_keys.kind', '=', sql.lit('api_key' satisfies ServiceKeyKind));

/** The callers of client secrets. */
const clientCallers = (db: Queries) =>
  serviceCallers(db).where('service_account_keys.kind', '=', sql.lit('client_secret' satisfies ServiceKeyKind));

/** A function that reads the callers of several API keys, by the hashes of their secrets, as `keyCallersReader` does. */
export const serviceCallersReader = (
  db: Queries,
): ((hashes: readonly string[]) => Promise<(ServiceCallerRow & { secret_hash: string })[]>) => {
  const withHash = apiKeyCallers(db).select('service_account_keys.secret_hash');
  const readOne = builtStatement(db, (hash) => withHash.where('service_account_keys.secret_hash', '=', hash));
  const readList = listStatement(db, (hashes) =>
    withHash.where(({ ref }) => isListed(ref('service_account_keys.secret_hash'), hashes)),
  );
  return (hashes) => (hashes.length === 1 ? readOne(hashes[0] as string) : readList(hashes));
};

/** The same for client secrets, by the IDs that access tokens have of them. */
export const clientCallersReader = (db: Queries): ((ids: readonly string[]) => Promise<ServiceCallerRow[]>) => {
  const readOne = builtStatement(db, (id) => clientCallers(db).where('service_account_keys.id', '=', id));
  const readList = listStatement(db, (ids) =>
    clientCallers(db).where(({ ref }) => isListed(ref('service_account_keys.id'), ids)),
  );
  return (ids) => (ids.length === 1 ? readOne(ids[0] as string) : readList(ids));
};
