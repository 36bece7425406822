import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { canBeId } from '../sql.ts';

const secrets = (db: Queries) =>
  tablesOf(db).selectFrom('service_account_keys').where('service_account_keys.kind', '=', 'client_secret');

/** Whether any service account has a client secret. */
export const hasClientSecrets = async (db: Queries): Promise<boolean> =>
  (await secrets(db).select('id').limit(1).executeTakeFirst()) !== undefined;

/** A service account that has a client secret: it is the client, and its ID is the client ID. */
export const findServiceClient = async (
  db: Queries,
  accountId: string,
): Promise<{ id: string; name: string } | undefined> =>
  canBeId(accountId)
    ? secrets(db)
        .innerJoin('service_accounts', 'service_accounts.id', 'service_account_keys.account_id')
        .where('service_account_keys.account_id', '=', accountId)
        .select(['service_accounts.id', 'service_accounts.name'])
        .limit(1)
        .executeTakeFirst()
    : undefined;

/** The ID of a client secret, by its hash; undefined if the service account has no such one. */
export const findClientSecretId = async (
  db: Queries,
  accountId: string,
  secretHash: string,
): Promise<string | undefined> =>
  (
    await secrets(db)
      .where('account_id', '=', accountId)
      .where('secret_hash', '=', secretHash)
      .select('id')
      .executeTakeFirst()
  )?.id;
