import { type Selectable, sql } from 'kysely';
import { profileFields } from '#shared/contract/profile/fields.ts';
import type { ApiKeyTable, SessionTable } from '../../database/identity-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { isListed } from '../../database/sql.ts';
import { tablesOf } from '../../database/tables.ts';
import type { PolicyColumns } from '../../database/team-schema.ts';
import { builtStatement, listStatement } from '../built-statements.ts';
import { grantedToPerson } from '../custom-roles/granted.ts';
import { firstPasskeyAt } from './passkeys.ts';
import type { UserRow } from './users.ts';

/** What each call knows of its user. */
const userColumns = [
  'id',
  'tenant_id',
  'email',
  'role',
  'guest',
  'status',
  'password_hash',
  'email_verified',
  'email_verified_by',
  'preferences',
  'created_at',
  ...profileFields,
] as const satisfies readonly (keyof UserRow)[];

/** A user, with everything that decides whether they may act at all. */
export type CallingUserRow = Pick<UserRow, (typeof userColumns)[number]> &
  Pick<
    Selectable<PolicyColumns>,
    'second_factor_required_at' | 'second_factor_grace_days' | 'confirms_sensitive_changes' | 'verified_email_required'
  > & {
    tenant_delete_at: number | null;
    second_factor_confirmed_at: number | null;
    first_passkey_at: number | null;
    /** The permissions of their custom roles, as grantedIn reads them. */
    granted: string | null;
  };
/** A session with its user: everything needed to authorize a call. */
export type CallerRow = Pick<
  SessionTable,
  'last_active_at' | 'expires_at' | 'ended_at' | 'end_reason' | 'used_generation'
> &
  Pick<Selectable<SessionTable>, 'confirmed_at' | 'confirmed_with' | 'sign_in_method'> &
  Pick<Selectable<PolicyColumns>, 'session_idle_minutes' | 'session_max_hours'> &
  CallingUserRow & { session_id: string; session_started_at: number };
/** An API key with its user. */
export type KeyCallerRow = CallingUserRow & {
  key_id: string;
  scopes: ApiKeyTable['scopes'];
  key_created_at: ApiKeyTable['created_at'];
  key_expires_at: ApiKeyTable['expires_at'];
  last_used_at: ApiKeyTable['last_used_at'];
};

const columns = [
  ...userColumns.map((name) => `users.${name}` as const),
  'tenants.delete_at as tenant_delete_at',
  'tenants.second_factor_required_at',
  'tenants.second_factor_grace_days',
  'tenants.confirms_sensitive_changes',
  'tenants.verified_email_required',
  'second_factors.confirmed_at as second_factor_confirmed_at',
] as const;

const granted = (db: Queries) => grantedToPerson(db, sql.ref<string>('users.id')).as('granted');

const callers = (db: Queries) =>
  tablesOf(db)
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('tenants', 'tenants.id', 'users.tenant_id')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select([
      'sessions.id as session_id',
      'sessions.created_at as session_started_at',
      'sessions.last_active_at',
      'sessions.expires_at',
      'sessions.ended_at',
      'sessions.end_reason',
      'sessions.used_generation',
      'sessions.confirmed_at',
      'sessions.confirmed_with',
      'sessions.sign_in_method',
      'tenants.session_idle_minutes',
      'tenants.session_max_hours',
      ...columns,
    ])
    .select([firstPasskeyAt(db), granted(db)]);

export const findCaller = (db: Queries, sessionId: string): Promise<CallerRow | undefined> =>
  callers(db).where('sessions.id', '=', sessionId).executeTakeFirst();

/** Reads the rows of some keys, in no particular order. */
type RowsReader<Row> = (keys: readonly string[]) => Promise<Row[]>;

/**
 * A function that reads the callers of several sessions. DECISION 0162: one alone has a statement of its own, which the
 * server answers a fifth sooner than a list of one.
 */
export const callersReader = (db: Queries): RowsReader<CallerRow> => {
  const readOne = builtStatement(db, (id) => callers(db).where('sessions.id', '=', id));
  const readList = listStatement(db, (ids) => callers(db).where(({ ref }) => isListed(ref('sessions.id'), ids)));
  return (ids) => (ids.length === 1 ? readOne(ids[0] as string) : readList(ids));
};

const keyCallers = (db: Queries) =>
  tablesOf(db)
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .innerJoin('tenants', 'tenants.id', 'users.tenant_id')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select([
      'api_keys.id as key_id',
      'api_keys.scopes',
      'api_keys.created_at as key_created_at',
      'api_keys.expires_at as key_expires_at',
      'api_keys.last_used_at',
      ...columns,
    ])
    .select([firstPasskeyAt(db), granted(db)]);

export const findKeyCaller = (db: Queries, keyId: string): Promise<KeyCallerRow | undefined> =>
  keyCallers(db).where('api_keys.id', '=', keyId).executeTakeFirst();

/** A function that reads the callers of several API keys, by the hashes of their secrets, like {@link callersReader}. */
export const keyCallersReader = (db: Queries): RowsReader<KeyCallerRow & { secret_hash: string }> => {
  const callersWithHash = keyCallers(db).select('api_keys.secret_hash');
  const readOne = builtStatement(db, (hash) => callersWithHash.where('api_keys.secret_hash', '=', hash));
  const readList = listStatement(db, (hashes) =>
    callersWithHash.where(({ ref }) => isListed(ref('api_keys.secret_hash'), hashes)),
  );
  return (hashes) => (hashes.length === 1 ? readOne(hashes[0] as string) : readList(hashes));
};
