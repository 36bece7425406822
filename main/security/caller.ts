import { LRUCache } from 'lru-cache';
import type { Preferences } from '#shared/contract/preferences.ts';
import { type Profile, profileOf } from '#shared/contract/profile/fields.ts';
import type { EmailVerifier } from '#shared/rules/email-verifiers.ts';
import { day } from '#shared/rules/limits.ts';
import type { Holder, KeyScope, ServiceRole, ServiceScope } from '#shared/rules/permissions.ts';
import type { Role } from '#shared/rules/roles.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { ConfirmedWith } from '../storage/database/identity-schema.ts';
import { grantedIn } from '../storage/store/custom-roles/granted.ts';
import type { CallerRow, CallingUserRow } from '../storage/store/identity/callers.ts';
import { preferencesOf } from '../storage/store/stored-columns.ts';

/** What every caller is, whoever they are. */
export interface Principal extends Holder {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
}

/** The caller's user, as the database currently has them. */
export interface CallingUser extends Principal, Readonly<Profile> {
  readonly email: string;
  readonly emailVerified: boolean;
  readonly emailVerifiedBy: EmailVerifier | null;
  readonly passwordHash: string;
  readonly preferences: Readonly<Preferences>;
  readonly createdAt: number;
}

/** The service account that calls (DECISION 0317). */
export interface CallingServiceAccount extends Principal {
  readonly kind: 'service_account';
  readonly role: ServiceRole;
  /** The only workspaces that it sees; undefined for all that its role sees. */
  readonly workspaceIds: ReadonlySet<string> | undefined;
}

interface KeyOf<Scope extends KeyScope> {
  readonly id: string;
  readonly scopes: readonly Scope[];
}

interface CallerBase {
  /**
   * The role to use when deciding whom the caller may manage: an API key never grants, transfers or touches ownership.
   */
  readonly governingRole: Role;
  /**
   * From when on the caller may only set up two-factor authentication, in milliseconds since the epoch. Undefined if they
   * have, or if their organization doesn't require it.
   */
  readonly secondFactorDueAt: number | undefined;
  /** Whether their organization requires a verified email address, and theirs isn't. */
  readonly lacksVerifiedEmail: boolean;
  /** With what sensitive changes have to be confirmed; undefined if they don't (DECISION 0258). */
  readonly confirmsWith: ConfirmedWith | undefined;
  /** The last confirmation of the session, in milliseconds since the epoch. */
  readonly confirmed?: { readonly at: number; readonly with: ConfirmedWith } | undefined;
  /** Set in a transaction that must not concern ownership until the caller has confirmed who they are. */
  readonly isUnconfirmed?: boolean;
  /** Who acts, for what doesn't depend on whether that is a person. */
  readonly principal: CallingUser | CallingServiceAccount;
}

/** A person with a session, or another tool that calls with their API key. */
export interface PersonCaller extends CallerBase {
  /** Absent for an API key. */
  readonly sessionId: string | undefined;
  /** The API key, if another tool is calling on behalf of its user. */
  readonly key?: KeyOf<KeyScope>;
  readonly principal: CallingUser;
  readonly user: CallingUser;
}

/** A service account. It has no session, and nothing to confirm who it is with. */
export interface ServiceCaller extends CallerBase {
  readonly sessionId: undefined;
  readonly key: KeyOf<ServiceScope> & {
    /** The only scopes of the access token that was given for the key, if one was: fewer than the account may have. */
    readonly tokenScopes?: readonly ServiceScope[];
  };
  readonly principal: CallingServiceAccount;
  readonly user?: undefined;
}

/** The caller, as the database currently has them. Token claims are never trusted for this. */
export type Caller = PersonCaller | ServiceCaller;

/** The service account that acts, if it isn't a person. */
export const serviceAccountOf = ({ principal }: Pick<Caller, 'principal'>): CallingServiceAccount | undefined =>
  'kind' in principal ? principal : undefined;

/** @throws AppError SERVICE_ACCOUNT_REFUSED */
export const requirePerson = (caller: Caller): PersonCaller => {
  if (caller.user === undefined) throw new AppError('SERVICE_ACCOUNT_REFUSED');
  return caller;
};

/** DECISION 0136: when an organization's requirement of two-factor authentication takes effect; null if it has none. */
export const secondFactorDueAt = ({
  second_factor_required_at: requiredAt,
  second_factor_grace_days: graceDays,
}: Pick<CallingUserRow, 'second_factor_required_at' | 'second_factor_grace_days'>): number | null =>
  requiredAt === null ? null : requiredAt + graceDays * day;

const hasFactor = ({
  second_factor_confirmed_at: authenticatorAt,
  first_passkey_at: passkeyAt,
}: CallingUserRow): boolean => authenticatorAt !== null || passkeyAt !== null;

/** What a caller with a session and one with an API key have in common. */
export const callerOf = (
  row: CallingUserRow,
): Pick<PersonCaller, 'secondFactorDueAt' | 'lacksVerifiedEmail' | 'confirmsWith' | 'principal' | 'user'> => {
  const user = toCallingUser(row);
  return {
    secondFactorDueAt: hasFactor(row) ? undefined : (secondFactorDueAt(row) ?? undefined),
    lacksVerifiedEmail: row.verified_email_required === 1 && row.email_verified === 0,
    confirmsWith: hasFactor(row) ? 'second_factor' : row.confirms_sensitive_changes === 1 ? 'password' : undefined,
    principal: user,
    user,
  };
};

/** By their stored text: each call reads those of its caller, and most users share few different ones. */
const knownPreferences = new LRUCache<string, Readonly<Preferences>>({ max: 500 });

const preferencesOfCaller = (row: CallingUserRow): Readonly<Preferences> => {
  const known = knownPreferences.get(row.preferences);
  if (known) return known;
  const preferences = Object.freeze({ ...preferencesOf(row) });
  knownPreferences.set(row.preferences, preferences);
  return preferences;
};

const toCallingUser = (row: CallingUserRow): CallingUser => ({
  id: row.id,
  tenantId: row.tenant_id,
  email: row.email,
  ...profileOf(row),
  role: row.role,
  granted: row.guest === 1 ? [] : grantedIn(row.granted),
  guest: row.guest === 1,
  emailVerified: row.email_verified === 1,
  emailVerifiedBy: row.email_verified_by,
  passwordHash: row.password_hash,
  preferences: preferencesOfCaller(row),
  createdAt: row.created_at,
});

/** The caller of a session. */
export const sessionCallerOf = (row: CallerRow): PersonCaller => ({
  sessionId: row.session_id,
  governingRole: row.role,
  confirmed:
    row.confirmed_at === null || row.confirmed_with === null
      ? undefined
      : { at: row.confirmed_at, with: row.confirmed_with },
  ...callerOf(row),
});
