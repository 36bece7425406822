import { governs, roleAlone } from '#shared/rules/permissions.ts';
import { type Role, roles } from '#shared/rules/roles.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { takeAllFromMember } from '../../storage/store/custom-roles/custom-role-holders.ts';
import { removeFromAllGroups } from '../../storage/store/groups/group-members.ts';
import { takeBackApprovalsBy } from '../../storage/store/hosting/approvals.ts';
import { deleteApiKeysOf } from '../../storage/store/identity/api-keys.ts';
import { deleteIdempotencyKeysOf } from '../../storage/store/identity/idempotency-keys.ts';
import { forgetDevices } from '../../storage/store/identity/known-devices.ts';
import {
  type SomeSessions,
  voidTokens,
  voidTokensOfTenant,
  voidTokensShownTo,
} from '../../storage/store/identity/one-time-tokens.ts';
import { deletePasskeysOf } from '../../storage/store/identity/passkeys.ts';
import { deleteEnrolment, deleteRecoveryCodes } from '../../storage/store/identity/second-factors.ts';
import type { Ending } from '../../storage/store/identity/sessions.ts';
import { endSession, endSessionsOf, endSessionsOfTenant } from '../../storage/store/identity/sessions.ts';
import { deleteTrustedDevicesOf } from '../../storage/store/identity/trusted-devices.ts';
import { clearPassword, clearPendingAddresses, type UserRow } from '../../storage/store/identity/users.ts';
import { deleteOperator } from '../../storage/store/operators.ts';
import { revokeInvitations } from '../../storage/store/team/invitations.ts';
import { removeFromAllWorkspaces } from '../../storage/store/workspaces/workspace-members.ts';
import { reassignWorkspaces } from '../../storage/store/workspaces/workspaces.ts';
import type { AppContext } from '../context.ts';
import { type AuthorityKind, effectOn, endReasons, storedAuthority, type Transition } from './authority.ts';

type Account = Pick<UserRow, 'id' | 'tenant_id'>;

/** What an ending has to know besides the account. */
interface Circumstances {
  /** The session in which it happens, or that is revoked. */
  session?: string | undefined;
  /** What the sessions that end are listed with, if not with what the transition says. */
  reason?: Ending | undefined;
  /** Only links that the account was shown in these sessions stop working; in all of them if absent. */
  shownIn?: SomeSessions | undefined;
  /** The new role. Only authority over people whom it doesn't govern ends. */
  role?: Role | undefined;
  /** Who gets the workspaces that the account owned. */
  newOwner?: Pick<UserRow, 'id'> | undefined;
  /** What lives by exception. */
  keep?: readonly AuthorityKind[] | undefined;
}

/** How much has ended. */
export interface EndedAuthority {
  sessions: number;
  apiKeys: number;
}

type TokenKind = (typeof storedAuthority.one_time_tokens)[number];

type Ender = (tx: WriteTransaction, account: Account, now: number, about: Circumstances) => Promise<unknown>;

/** They end where sessions are ended, which isn't here alone. */
type SessionKind = Extract<AuthorityKind, `${string}this_session` | `${string}other_sessions`>;

/** How each kind ends that isn't a session, a key or a link of the account's own, in this order. */
const enders: Readonly<Record<Exclude<AuthorityKind, TokenKind | SessionKind | 'api_keys' | 'tenant_role'>, Ender>> = {
  password: (tx, { id }) => clearPassword(tx, id),
  authenticator: (tx, { id }) => deleteEnrolment(tx, id),
  passkeys: (tx, { id }) => deletePasskeysOf(tx, id),
  recovery_codes: (tx, { id }) => deleteRecoveryCodes(tx, id),
  workspace_roles: (tx, { id }) => removeFromAllWorkspaces(tx, id),
  group_memberships: (tx, { id }) => removeFromAllGroups(tx, id),
  custom_roles: (tx, { id }) => takeAllFromMember(tx, id),
  owned_workspaces: async (tx, { id, tenant_id }, _now, { newOwner }) => {
    if (newOwner) await reassignWorkspaces(tx, tenant_id, id, newOwner.id);
  },
  operator: (tx, { id }) => deleteOperator(tx, id),
  sent_invitations: (tx, { id, tenant_id }, now, { role }) =>
    revokeInvitations(tx, tenant_id, now, id, role && ungovernedBy(role)),
  shown_links: (tx, { id }, now, { role, shownIn }) =>
    voidTokensShownTo(tx, id, now, {
      ...(role && { roles: ungovernedBy(role) }),
      ...(shownIn && { sessions: shownIn }),
    }),
  idempotent_answers: (tx, { id }) => deleteIdempotencyKeysOf(tx, id),
  known_devices: (tx, { id }, now) => forgetDevices(tx, id, now),
  trusted_devices: (tx, { id }) => deleteTrustedDevicesOf(tx, id),
  given_approvals: (tx, { id }) => takeBackApprovalsBy(tx, id),
};

const ungovernedBy = (role: Role): Role[] => roles.filter((other) => !governs(roleAlone(role), other));

/** Ends the account's sessions, all or those that the table says. Returns how many. */
const endSessionsBy = (
  tx: WriteTransaction,
  { id }: Account,
  now: number,
  transition: Transition,
  { session, reason = endReasons[transition] ?? 'revoked' }: Circumstances,
): Promise<number> | number => {
  if (effectOn('other_sessions', transition) === 'ends') {
    const except = effectOn('this_session', transition) === 'ends' ? undefined : session;
    return endSessionsOf(tx, id, reason, now, except);
  }
  if (effectOn('this_session', transition) !== 'ends' || session === undefined) return 0;
  return endSession(tx, session, reason, now).then(Number);
};

/**
 * DECISION 0256: ends whatever the table in authority.ts says about what happens to an account. The account's status and
 * role, which decide whether it may act at all, are changed by whoever calls this.
 */
export const endAuthority = async (
  { clock }: Pick<AppContext, 'clock'>,
  tx: WriteTransaction,
  account: Account,
  transition: Transition,
  about: Circumstances = {},
): Promise<EndedAuthority> => {
  const now = clock.now();
  const ends = (kind: AuthorityKind): boolean =>
    effectOn(kind, transition) === 'ends' && about.keep?.includes(kind) !== true;
  const sessions = await endSessionsBy(tx, account, now, transition, about);
  const apiKeys = ends('api_keys') ? await deleteApiKeysOf(tx, account.id) : 0;
  const purposes = storedAuthority.one_time_tokens.filter(ends);
  if (purposes.length > 0) await voidTokens(tx, { userId: account.id }, now, purposes);
  if (ends('change_email')) await clearPendingAddresses(tx, { id: account.id });
  for (const [kind, end] of Object.entries(enders) as [keyof typeof enders, Ender][]) {
    if (ends(kind)) await end(tx, account, now, about);
  }
  return { sessions, apiKeys };
};

/** Ends what the table says about the accounts of an organization that the operator closes. */
export const endAuthorityOfTenant = async (
  { clock }: Pick<AppContext, 'clock'>,
  tx: WriteTransaction,
  tenantId: string,
): Promise<void> => {
  const now = clock.now();
  const ends = (kind: AuthorityKind): boolean => effectOn(kind, 'organization_closed') === 'ends';
  if (ends('other_sessions')) await endSessionsOfTenant(tx, tenantId, 'deleted', now);
  await voidTokensOfTenant(tx, tenantId, now, storedAuthority.one_time_tokens.filter(ends));
  if (ends('change_email')) await clearPendingAddresses(tx, { tenant_id: tenantId });
  if (ends('sent_invitations')) await revokeInvitations(tx, tenantId, now);
};
