import type { Generated } from 'kysely';
import type { EmailVerifier } from '#shared/rules/email-verifiers.ts';
import type { Role } from '#shared/rules/roles.ts';
import type { StoredJson } from '../../platform/stored-shape.ts';
import type { Flag, Instant } from './columns.ts';

/** A column that is known by name at run time. */
interface Column<Type> {
  /** Never there: it only carries the type. */
  readonly type?: Type;
}

const column = <Type>(): Column<Type> => ({});

const ownColumns = {
  id: column<string>(),
  tenant_id: column<string>(),
  email: column<string>(),
  name: column<string>(),
  role: column<Role>(),
  /** Whether they are a guest (DECISION 0324). Only a `member` is. */
  guest: column<Generated<Flag>>(),
  status: column<'active' | 'disabled' | 'pending_deletion' | 'removed'>(),
  password_hash: column<string>(),
  email_verified: column<Flag>(),
  /** How it was verified. Null if it isn't. */
  email_verified_by: column<Generated<EmailVerifier | null>>(),
  pending_email: column<string | null>(),
  preferences: column<StoredJson<'users.preferences'>>(),
  created_at: column<Instant>(),
  last_login_at: column<Instant>(),
  delete_at: column<Instant | null>(),
  /** Who disabled the account, and may enable it again. Null if it isn't disabled. */
  disabled_by: column<Generated<'admin' | 'operator' | null>>(),
  /** Tokens of known devices from before this time are over. Null if none are. */
  devices_known_from: column<Generated<Instant | null>>(),
};

type OwnColumns = typeof ownColumns;

/** The names of all columns but those that are derived. */
export const userColumns = Object.keys(ownColumns) as readonly (keyof OwnColumns)[];

/** The columns that lists sort and search by. */
export interface DerivedUserColumns {
  /** What lists sort by, see shared/text-input. */
  name_key: string;
  /** The search key of name and address. */
  search_text: string;
}

type OwnTypes = {
  [Name in keyof OwnColumns]: OwnColumns[Name] extends Column<infer Type> ? Type : never;
};

/** DECISION 0267: a column of an account is written down once, above. */
export interface UserTable extends OwnTypes, DerivedUserColumns {}
