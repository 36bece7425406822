import type { referencingTables } from '../../storage/database/deletion-cascades.ts';
import type { TokenPurpose } from '../../storage/database/identity-schema.ts';
import type { Ending } from '../../storage/store/identity/sessions.ts';

/** What may happen to an account, its sessions or its organization. */
export const transitions = [
  'removed',
  'left',
  'erased',
  'disabled',
  'enabled',
  'restored',
  'joined_again',
  'demoted',
  'promoted',
  'password_changed',
  'password_reset',
  'mailbox_proved',
  'address_change_requested',
  'address_changed',
  'address_taken',
  'address_change_undone',
  'vouched_for',
  'signed_out',
  'session_revoked',
  'other_sessions_revoked',
  'signed_out_everywhere',
  'second_factor_reset',
  'organization_closed',
  'organization_reopened',
  'organization_deleted',
  'moved',
  'backup_restored',
] as const;
export type Transition = (typeof transitions)[number];

/** After these, nothing of the account is left that could act, so no row below names them. */
export const finalTransitions = [
  'removed',
  'erased',
  'joined_again',
  'organization_deleted',
] as const satisfies Transition[];

/** Everything by which an account can act, or by which someone can act as it. Links to its invitations end with them. */
export type AuthorityKind =
  | Exclude<TokenPurpose, 'invitation'>
  | 'this_session'
  | 'other_sessions'
  | 'grants_in_this_session'
  | 'grants_in_other_sessions'
  | 'visits_in_this_session'
  | 'visits_in_other_sessions'
  | 'api_keys'
  | 'password'
  | 'authenticator'
  | 'passkeys'
  | 'recovery_codes'
  | 'tenant_role'
  | 'workspace_roles'
  | 'group_memberships'
  | 'custom_roles'
  | 'owned_workspaces'
  | 'operator'
  | 'sent_invitations'
  | 'shown_links'
  | 'idempotent_answers'
  | 'known_devices'
  | 'trusted_devices'
  | 'given_approvals';

/** Suspended authority is refused until the account may act again. */
export type AuthorityEffect = 'ends' | 'suspended' | 'lives';

/** When a kind of authority ends, or is suspended. It lives through everything else, except {@link finalTransitions}. */
interface Fates {
  readonly ends?: readonly Exclude<Transition, (typeof finalTransitions)[number]>[];
  readonly suspended?: readonly Exclude<Transition, (typeof finalTransitions)[number]>[];
}

/** The account may not act for now. */
const blocked = ['left', 'disabled', 'organization_closed'] as const;
/** Someone else may know the password. */
const secured = ['password_changed', 'password_reset', 'mailbox_proved', 'address_change_undone'] as const;
const addressed = ['address_changed', 'address_taken', 'address_change_undone'] as const;
/**
 * They take authority back, so whoever made the account do something must not be able to end them. They withdraw a
 * deletion that was scheduled since (DECISION 0259), except those about someone else.
 */
const undoLink: Fates = { ends: ['address_taken'], suspended: ['disabled', 'organization_closed'] };
const factor: Fates = { ends: ['mailbox_proved', 'second_factor_reset'], suspended: blocked };

/** The session in which something happens, or that is revoked. */
const thisSession: Fates = {
  ends: [
    ...blocked,
    'password_reset',
    'mailbox_proved',
    'address_change_undone',
    'signed_out',
    'session_revoked',
    'signed_out_everywhere',
    'second_factor_reset',
    'backup_restored',
  ],
};
const otherSessions: Fates = {
  ends: [
    ...blocked,
    ...secured,
    'other_sessions_revoked',
    'signed_out_everywhere',
    'second_factor_reset',
    'backup_restored',
  ],
};

/** DECISION 0256: what ends when. `endAuthority` carries it out, and docs/security.md prints it. */
export const authority: Readonly<Record<AuthorityKind, Fates>> = {
  this_session: thisSession,
  other_sessions: otherSessions,
  // What applications were granted for longer outlives that a session lapses, but not that it is ended (DECISION 0333).
  grants_in_this_session: thisSession,
  grants_in_other_sessions: otherSessions,
  // At protected hosts, each request asks for the session in which a visit began (DECISION 0340).
  visits_in_this_session: thisSession,
  visits_in_other_sessions: otherSessions,
  api_keys: { ends: ['left', ...secured], suspended: ['disabled', 'organization_closed'] },
  password: { ends: secured, suspended: blocked },
  authenticator: factor,
  passkeys: factor,
  recovery_codes: factor,
  tenant_role: { ends: ['demoted'], suspended: blocked },
  workspace_roles: { suspended: blocked },
  group_memberships: { suspended: blocked },
  custom_roles: { suspended: blocked },
  owned_workspaces: { suspended: blocked },
  operator: { suspended: blocked },
  // After a demotion, those to roles that the account may no longer grant.
  sent_invitations: { ends: ['demoted', ...blocked] },
  shown_links: {
    ends: [
      'demoted',
      ...blocked,
      ...secured,
      'session_revoked',
      'other_sessions_revoked',
      'signed_out_everywhere',
      'second_factor_reset',
    ],
  },
  idempotent_answers: { ends: ['demoted', 'left', 'disabled'], suspended: ['organization_closed'] },
  // They let no one in (DECISION 0263), so they matter again once the account may act.
  known_devices: { ends: ['password_reset', 'mailbox_proved', 'address_change_undone'] },
  // They take the place of the second step (DECISION 0320).
  trusted_devices: {
    ends: [
      'left',
      'disabled',
      ...secured,
      'address_taken',
      'other_sessions_revoked',
      'signed_out_everywhere',
      'second_factor_reset',
      'backup_restored',
    ],
    suspended: ['organization_closed'],
  },
  // Someone else may have agreed with their password.
  given_approvals: { ends: ['demoted', 'left', ...secured], suspended: ['disabled', 'organization_closed'] },
  verify_email: { ends: [...blocked, ...addressed] },
  change_email: { ends: [...blocked, ...secured, 'address_change_requested', 'address_changed', 'address_taken'] },
  cancel_email_change: {
    ends: ['address_taken', 'address_change_undone'],
    suspended: ['disabled', 'organization_closed'],
  },
  // A reset link was made for the role that the account had.
  reset_password: {
    ends: [
      'demoted',
      'promoted',
      ...blocked,
      ...secured,
      'address_change_requested',
      'address_changed',
      'address_taken',
    ],
  },
  sign_in_link: {
    ends: [
      ...blocked,
      ...secured,
      'address_change_requested',
      'address_changed',
      'address_taken',
      'other_sessions_revoked',
      'signed_out_everywhere',
      'second_factor_reset',
    ],
  },
  restore_account: { ends: [...blocked, 'restored', 'password_reset', 'mailbox_proved', 'address_change_undone'] },
  second_factor: { ends: [...blocked, ...secured, 'second_factor_reset'] },
  undo_authenticator: undoLink,
  undo_passkey: undoLink,
  undo_owner: { ends: ['address_taken'], suspended: blocked },
  undo_api_key: undoLink,
  undo_recovery_codes: undoLink,
};

/** What a transition does to a kind of authority. */
export const effectOn = (kind: AuthorityKind, transition: Transition): AuthorityEffect => {
  if ((finalTransitions as readonly Transition[]).includes(transition)) return 'ends';
  const { ends = [], suspended = [] }: { ends?: readonly Transition[]; suspended?: readonly Transition[] } =
    authority[kind];
  if (ends.includes(transition)) return 'ends';
  return suspended.includes(transition) ? 'suspended' : 'lives';
};

/** What the sessions that end are listed with. */
export const endReasons: Readonly<Partial<Record<Transition, Ending>>> = {
  removed: 'removed',
  left: 'deleted',
  disabled: 'disabled',
  password_changed: 'password_changed',
  password_reset: 'password_changed',
  mailbox_proved: 'password_changed',
  address_change_undone: 'email_changed',
  signed_out: 'logout',
  second_factor_reset: 'second_factor_reset',
  organization_closed: 'deleted',
};

type TableOfAccounts = (typeof referencingTables)['users'][number];

/** The authority that each table about accounts stores. A record only says who did something, or what happened to whom. */
export const storedAuthority = {
  api_keys: ['api_keys'],
  // Without a grant, all that it spares someone is a question.
  application_consents: 'record',
  // It ends with the grants of the session. Nobody acts by it.
  application_sessions: ['grants_in_this_session', 'grants_in_other_sessions'],
  // They belong to the organization.
  applications: 'record',
  oauth_records: ['grants_in_this_session', 'grants_in_other_sessions'],
  failed_sign_ins: 'record',
  former_emails: 'record',
  // What a role gives is read with each request, so whoever made it, or gave it to a group, doesn't act by it.
  custom_role_accounts: 'record',
  custom_role_groups: 'record',
  custom_role_members: ['custom_roles'],
  custom_roles: 'record',
  given_roles: 'record',
  group_members: ['group_memberships'],
  // Whoever made a group or gave it a workspace doesn't act by it.
  group_workspaces: 'record',
  groups: 'record',
  hosting_approvals: ['given_approvals'],
  idempotency_keys: ['idempotent_answers'],
  invitations: ['sent_invitations'],
  mails: 'record',
  one_time_tokens: [
    'verify_email',
    'change_email',
    'cancel_email_change',
    'reset_password',
    'sign_in_link',
    'restore_account',
    'second_factor',
    'undo_authenticator',
    'undo_passkey',
    'undo_owner',
    'undo_api_key',
    'undo_recovery_codes',
  ],
  operators: ['operator'],
  passkeys: ['passkeys'],
  protected_sessions: ['visits_in_this_session', 'visits_in_other_sessions'],
  recovery_codes: ['recovery_codes'],
  second_factors: ['authenticator'],
  // They belong to the organization: whoever created them doesn't act by them.
  service_account_keys: 'record',
  service_accounts: 'record',
  sessions: ['this_session', 'other_sessions'],
  token_disclosures: ['shown_links'],
  trusted_devices: ['trusted_devices'],
  // Each order asks whether whoever started the queue may still place it (DECISION 0201).
  upgrade_queues: 'record',
  upgrade_runs: 'record',
  workspace_health: 'record',
  workspace_members: ['workspace_roles'],
  workspaces: ['owned_workspaces'],
} as const satisfies Readonly<Record<TableOfAccounts, 'record' | readonly AuthorityKind[]>>;
