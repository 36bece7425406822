import { hostingActions } from './audit-hosting.ts';
import type { ActionSpec, AuditGroup, AuditOutcome } from './audit-spec.ts';

const ofKey = ['key_id', 'name', 'prefix'] as const;
const ofServiceKey = [...ofKey, 'kind'] as const;
const ofServiceAccount = ['role', 'scopes', 'workspaces', 'allowed_addresses'] as const;
const ofCustomRole = ['custom_role', 'custom_role_id'] as const;
const ofGroup = ['group', 'group_id'] as const;
const ofWorkspace = ['workspace', 'workspace_id'] as const;
const ofApplication = ['application', 'application_id'] as const;
const ofDestination = ['destination_id', 'destination_kind', 'host'] as const;

/**
 * Every action that the audit log records: operations by id, and what the service or its operator does. One list, however long: types
 * and tests go through it.
 */
export const auditActions = {
  signup: { text: 'Created the organization', group: 'accounts' },
  login: { text: 'Signed in', group: 'sign_ins', details: ['device'] },
  completeLogin: { text: 'Signed in with two-factor authentication', group: 'sign_ins', details: ['device', 'code'] },
  loginWithPasskey: { text: 'Signed in with a passkey', group: 'sign_ins', details: ['device', 'passkey'] },
  loginWithLink: { text: 'Signed in with a link from an email', group: 'sign_ins', details: ['device'] },
  requestSignInLink: { text: 'Requested a sign-in link', group: 'sign_ins' },
  completeLoginWithPasskey: {
    text: 'Signed in with password and passkey',
    group: 'sign_ins',
    details: ['device', 'passkey'],
  },
  logout: { text: 'Signed out', group: 'sign_ins', details: ['device'] },
  verifyEmail: { text: 'Verified an email address', group: 'accounts' },
  resendVerification: { text: 'Requested a verification email', group: 'accounts' },
  forgotPassword: { text: 'Requested a password reset', group: 'accounts' },
  resetPassword: { text: 'Reset the password', group: 'accounts' },
  confirmSession: { text: 'Confirmed who they are', group: 'sign_ins', details: ['confirmed_with'] },
  changePassword: { text: 'Changed the password', group: 'accounts' },
  restoreAccount: { text: 'Restored the account', group: 'accounts' },
  updateMe: { text: 'Changed the profile', group: 'accounts', details: ['changed'] },
  changeEmail: { text: 'Requested an email change', group: 'accounts', details: ['new_email'] },
  cancelEmailChange: { text: 'Canceled an email change', group: 'accounts' },
  undoChange: { text: 'Undid a change with the link from an email', group: 'protection', details: ['change'] },
  deleteMe: {
    text: 'Scheduled the account for deletion',
    group: 'accounts',
    details: ['scheduled_deletion', 'with_team'],
  },
  inviteMember: {
    text: 'Invited a member',
    group: 'team',
    details: ['role', 'guest?', 'workspaces', 'workspace_role?'],
  },
  resendInvitation: { text: 'Resent an invitation', group: 'team' },
  copyInvitationLink: { text: 'Created an invitation link', group: 'team' },
  createMemberLink: { text: 'Created a link for a member', group: 'team', details: ['purpose', 'mailed'] },
  revokeInvitation: { text: 'Revoked an invitation', group: 'team' },
  acceptInvitation: { text: 'Joined the organization', group: 'team', details: ['role'] },
  changeRole: { text: 'Changed a role', group: 'team', details: ['from', 'to', 'guest?'] },
  setGuest: { text: 'Changed whether a member is a guest', group: 'team', details: ['guest'] },
  removeMember: { text: 'Removed a member', group: 'team', details: ['role', 'heir_id'] },
  transferOwnership: { text: 'Transferred ownership', group: 'team', details: ['from'] },
  revokeSession: { text: 'Signed out of one of their sessions', group: 'sign_ins', details: ['device'] },
  revokeOtherSessions: { text: 'Signed out everywhere else', group: 'sign_ins', details: ['ended'] },
  revokeMemberSession: { text: 'Revoked a member’s session', group: 'sign_ins', details: ['device'] },
  revokeMemberSessions: { text: 'Signed a member out everywhere', group: 'sign_ins', details: ['sessions'] },
  disableMember: { text: 'Disabled a member', group: 'team' },
  enableMember: { text: 'Enabled a member', group: 'team' },
  restoreMember: { text: 'Restored a member’s account', group: 'team' },
  unlockMember: { text: 'Unlocked a member', group: 'team' },
  markEmailVerified: { text: 'Marked an email address as verified', group: 'team' },
  revokeMemberApiKey: { text: 'Revoked a member’s API key', group: 'protection', details: ofKey },
  confirmSecondFactor: { text: 'Turned on two-factor authentication', group: 'protection' },
  disableSecondFactor: { text: 'Turned off two-factor authentication', group: 'protection' },
  regenerateRecoveryCodes: { text: 'Created new recovery codes', group: 'protection' },
  resetMemberSecondFactor: { text: 'Reset a member’s two-factor authentication', group: 'protection' },
  addPasskey: { text: 'Added a passkey', group: 'protection', details: ['passkey_id', 'name', 'site'] },
  renamePasskey: { text: 'Renamed a passkey', group: 'protection', details: ['passkey_id', 'name'] },
  removePasskey: { text: 'Removed a passkey', group: 'protection', details: ['passkey_id', 'name', 'site'] },
  trustDevice: { text: 'Trusted a device', group: 'protection', details: ['device', 'days'] },
  removeTrustedDevice: { text: 'Removed a trusted device', group: 'protection', details: ['device'] },
  createApiKey: { text: 'Created an API key', group: 'protection', details: ofKey },
  rollApiKey: {
    text: 'Rolled an API key',
    group: 'protection',
    details: [...ofKey, 'old_prefix', 'overlap_hours'],
  },
  revokeApiKey: { text: 'Revoked an API key', group: 'protection', details: ofKey },
  createServiceAccount: { text: 'Created a service account', group: 'protection', details: ofServiceAccount },
  updateServiceAccount: {
    text: 'Changed a service account',
    group: 'protection',
    details: [...ofServiceAccount, 'changed', 'may_do_more'],
  },
  deleteServiceAccount: { text: 'Deleted a service account', group: 'protection', details: ['keys'] },
  disableServiceAccount: { text: 'Disabled a service account', group: 'protection' },
  enableServiceAccount: { text: 'Enabled a service account', group: 'protection' },
  createServiceAccountKey: { text: 'Created a key of a service account', group: 'protection', details: ofServiceKey },
  rollServiceAccountKey: {
    text: 'Rolled a key of a service account',
    group: 'protection',
    details: [...ofServiceKey, 'old_prefix', 'overlap_hours'],
  },
  revokeServiceAccountKey: { text: 'Revoked a key of a service account', group: 'protection', details: ofServiceKey },
  refuseServiceAddress: {
    text: 'Rejected a service account from an address',
    group: 'protection',
    outcome: 'blocked',
    details: ['key_id'],
  },
  createCustomRole: { text: 'Created a custom role', group: 'protection', details: ['permissions'] },
  updateCustomRole: {
    text: 'Changed a custom role',
    group: 'protection',
    details: ['name?', 'description?', 'permissions?', 'may_do_more?'],
  },
  deleteCustomRole: { text: 'Deleted a custom role', group: 'protection', details: ['permissions', 'people'] },
  assignCustomRole: { text: 'Assigned a custom role', group: 'protection', details: ofCustomRole },
  unassignCustomRole: { text: 'Unassigned a custom role', group: 'protection', details: ofCustomRole },
  createGroup: { text: 'Created a group', group: 'team' },
  updateGroup: { text: 'Changed a group', group: 'team', details: ['name?', 'description?'] },
  deleteGroup: { text: 'Deleted a group', group: 'team', details: ['group_members', 'group_workspaces'] },
  addGroupMembers: { text: 'Added a member to a group', group: 'team', details: ofGroup },
  removeGroupMembers: { text: 'Removed a member from a group', group: 'team', details: ofGroup },
  setGroupWorkspace: {
    text: 'Set the role of a group in a workspace',
    group: 'team',
    details: [...ofWorkspace, 'role'],
  },
  removeGroupWorkspace: { text: 'Removed a group from a workspace', group: 'team', details: ofWorkspace },
  createApplication: { text: 'Created an application', group: 'protection', details: ['kind', 'access'] },
  updateApplication: {
    text: 'Changed an application',
    group: 'protection',
    details: [
      ...['changed', 'name?', 'description?', 'kind?', 'home_url?', 'redirect_uris?', 'logout_uris?'],
      ...['backchannel_logout_uri?', 'backchannel_logout_session_required?', 'allow_private_addresses?'],
      ...['host?', 'path_rules?', 'access?', 'allowed_roles?', 'group_ids?', 'role_ids?'],
    ],
  },
  deleteApplication: { text: 'Deleted an application', group: 'protection', details: ['people'] },
  addApplicationSecret: {
    text: 'Rolled the secret of an application',
    group: 'protection',
    details: ['secret_id', 'overlap_days'],
  },
  removeApplicationSecret: {
    text: 'Removed a secret of an application',
    group: 'protection',
    details: ['secret_id'],
  },
  revokeApplicationAccess: {
    text: 'Revoked the access of an application',
    group: 'protection',
    details: ofApplication,
  },
  createWorkspace: { text: 'Created a workspace', group: 'workspaces', details: ['slug'] },
  updateWorkspace: {
    text: 'Changed a workspace',
    group: 'workspaces',
    details: ['name?', 'description?', 'slug?', 'health_score?'],
  },
  deleteWorkspace: { text: 'Deleted a workspace', group: 'workspaces', details: ['slug'] },
  setWorkspaceMember: { text: 'Set a workspace role', group: 'workspaces', details: [...ofWorkspace, 'role'] },
  removeWorkspaceMember: { text: 'Removed a member from a workspace', group: 'workspaces', details: ofWorkspace },
  retryMail: { text: 'Resent an email', group: 'email', details: ['kind'] },
  revealMailLink: { text: 'Revealed the link in an email', group: 'email', details: ['kind'] },
  verifyAuditLog: {
    text: 'Verified the audit log',
    group: 'organization',
    details: ['valid', 'checked', 'first_broken?', 'removed?', 'end?'],
  },
  updateProviderSettings: {
    text: 'Changed the provider connection',
    group: 'hosting',
    details: [
      ...['mode', 'provider', 'base_url', 'new_key', 'allow_private_addresses'],
      ...['currency?', 'monthly_budget?', 'approval_limit?', 'tax_percent?'],
    ],
  },
  testProviderConnection: {
    text: 'Tested the provider connection',
    group: 'hosting',
    details: ['mode', 'provider', 'base_url', 'ok', 'reason'],
  },
  resetSandbox: { text: 'Reset the sandbox', group: 'hosting' },
  ...hostingActions,
  // Its details are the policies, see contract/audit-details.ts.
  updatePolicies: { text: 'Changed the policies', group: 'organization' },
  updateTenant: {
    text: 'Changed name, logo, color, sign-in page or invitations',
    group: 'organization',
    details: ['name_before?', 'name?', 'logo?', 'accent?', 'sign_in_slug?', 'invitation_text?', 'time_zone?'],
  },
  updateMailSettings: {
    text: 'Set up the mail server',
    group: 'email',
    details: ['host', 'port', 'security', 'username', 'sender_address', 'kept_mails'],
  },
  deleteMailSettings: { text: 'Removed the mail server', group: 'email' },
  sendTestMail: { text: 'Sent a test email', group: 'email', details: ['outcome'] },
  releaseHeldMail: { text: 'Released held email', group: 'email', details: ['kept_mails'] },
  backUpNow: { text: 'Started a backup', group: 'organization' },
  createEventDestination: { text: 'Added an event destination', group: 'organization', details: ofDestination },
  updateEventDestination: {
    text: 'Changed an event destination',
    group: 'organization',
    details: [...ofDestination, 'enabled', 'position_skipped?'],
  },
  deleteEventDestination: { text: 'Removed an event destination', group: 'organization', details: ofDestination },
  rollEventSecret: {
    text: 'Rolled the signing secret of an event destination',
    group: 'organization',
    details: [...ofDestination, 'overlap_hours'],
  },
  testEventDestination: {
    text: 'Tested an event destination',
    group: 'organization',
    details: [...ofDestination, 'outcome'],
  },
  replayEventDelivery: {
    text: 'Sent an event again',
    group: 'organization',
    details: [...ofDestination, 'position'],
  },
  disableEventDestination: {
    text: 'Turned off an event destination that accepted nothing',
    group: 'organization',
    details: [...ofDestination, 'reason'],
  },
  lockAccount: {
    text: 'Sign-in blocked after repeated failures',
    group: 'sign_ins',
    outcome: 'blocked',
    details: ['failures', 'wait_seconds'],
  },
  refusePasskey: {
    text: 'Rejected a passkey that may have been copied',
    group: 'protection',
    outcome: 'blocked',
    details: ['passkey_id', 'name'],
  },
  endReusedSession: {
    text: 'Refresh token reuse detected – session revoked',
    group: 'sign_ins',
    outcome: 'blocked',
    details: ['device'],
  },
  allowApplication: { text: 'Gave an application access', group: 'sign_ins', details: ['scopes'] },
  refuseApplication: { text: 'Denied an application access', group: 'sign_ins' },
  openProtectedHost: { text: 'Opened a protected host', group: 'sign_ins' },
  returnAccess: { text: 'Application ended its access', group: 'sign_ins', details: ofApplication },
  endReusedAccess: {
    text: 'Reuse of an application’s token detected – access ended',
    group: 'sign_ins',
    outcome: 'blocked',
    details: ofApplication,
  },
  purgeAccount: { text: 'Permanently deleted an account', group: 'accounts', details: ['erased', 'erased_digest'] },
  purgeAuditLog: {
    text: 'Deleted old audit log entries',
    group: 'organization',
    details: ['entries', 'last_entry', 'audit_retention_days'],
  },
  acceptAuditLog: {
    text: 'Accepted the audit log as it is',
    group: 'organization',
    details: ['entries_before?', 'audit_heads?'],
  },
  restoreBackup: { text: 'Restored a backup', group: 'organization', details: ['backup_created_at', 'backup_version'] },
  reconcileCosts: {
    text: 'Reconciled a month’s costs',
    group: 'hosting',
    details: ['month', 'estimated_cents', 'invoiced_cents'],
  },
  createAccount: { text: 'Created an account', group: 'accounts', details: ['role', 'imported?', 'disabled?'] },
  createResetLink: { text: 'Created a password reset link', group: 'accounts', details: ['mailed'] },
  disableAccount: { text: 'Disabled an account', group: 'accounts' },
  enableAccount: { text: 'Enabled an account', group: 'accounts' },
  deleteAccount: { text: 'Scheduled an account for deletion', group: 'accounts', details: ['scheduled_deletion'] },
  setAccountEmail: {
    text: 'Changed an account’s email address',
    group: 'accounts',
    details: ['new_email', 'verified_by'],
  },
  exportAccount: { text: 'Exported an account’s data', group: 'accounts' },
  addOperator: { text: 'Added an operator of this server', group: 'accounts' },
  removeOperator: { text: 'Removed an operator of this server', group: 'accounts' },
  deleteTeam: { text: 'Deleted an organization', group: 'organization', details: ['scheduled_deletion?'] },
  restoreTeam: { text: 'Restored an organization', group: 'organization' },
  endSessions: { text: 'Signed people out', group: 'sign_ins', details: ['sessions'] },
  exportHashes: { text: 'Exported accounts with password hashes', group: 'organization' },
  holdMail: { text: 'Put all email on hold', group: 'email' },
  rotateKeys: { text: 'Rotated the keys', group: 'organization', details: ['key'] },
  retireKey: { text: 'Retired a key', group: 'organization', details: ['key'] },
} as const satisfies Record<string, ActionSpec>;

export type AuditAction = keyof typeof auditActions;
export const auditActionNames = Object.keys(auditActions) as [AuditAction, ...AuditAction[]];

const specs: Readonly<Record<AuditAction, ActionSpec>> = auditActions;

/** The actions that match all parts of a filter; undefined if it has none of them. */
export const actionsOf = (filter: {
  action?: AuditAction | undefined;
  group?: AuditGroup | undefined;
  outcome?: AuditOutcome | undefined;
}): AuditAction[] | undefined => {
  const { action, group, outcome } = filter;
  if (action === undefined && group === undefined && outcome === undefined) return undefined;
  return auditActionNames.filter(
    (name) =>
      (action === undefined || name === action) &&
      (group === undefined || specs[name].group === group) &&
      (outcome === undefined || (specs[name].outcome ?? 'done') === outcome),
  );
};

export const auditTargetKinds = [
  'tenant',
  'user',
  'invitation',
  'workspace',
  'group',
  'custom_role',
  'service_account',
  'application',
  'mail',
  'provider',
  'server',
  'ip_address',
  'invoice',
  'event_destination',
] as const;
export type AuditTargetKind = (typeof auditTargetKinds)[number];

/** Actors without an account: the service itself, the operator, or an unauthenticated caller. */
export const auditActors = {
  system: { id: 'system', name: 'Castellan' },
  /** Whoever runs commands on the server. */
  operator: { id: 'operator', name: 'Operator' },
  unknown: { id: 'unknown', name: 'Somebody unknown' },
} as const;

/** Whether an actor is a service account, and not a person of that name. */
export const isServiceAccount = (actorId: string): boolean => actorId.startsWith('svc_');

/** Shown in place of the name of a permanently deleted account. */
export const erasedName = 'A deleted account';
