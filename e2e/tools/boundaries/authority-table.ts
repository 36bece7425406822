import {
  type AuthorityEffect,
  type AuthorityKind,
  authority,
  effectOn,
  type Transition,
  transitions,
} from '#main/services/identity/authority.ts';

const kindNames: Readonly<Record<AuthorityKind, string>> = {
  this_session: 'this session',
  other_sessions: 'other sessions',
  grants_in_this_session: 'access of applications from this session',
  grants_in_other_sessions: 'access of applications from other sessions',
  visits_in_this_session: 'protected hosts opened in this session',
  visits_in_other_sessions: 'protected hosts opened in other sessions',
  api_keys: 'API keys',
  password: 'password',
  authenticator: 'authenticator app',
  passkeys: 'passkeys',
  recovery_codes: 'recovery codes',
  tenant_role: 'role',
  workspace_roles: 'workspace roles',
  group_memberships: 'groups',
  custom_roles: 'custom roles',
  owned_workspaces: 'ownership of workspaces',
  operator: 'operator of the server',
  sent_invitations: 'invitations they sent',
  shown_links: 'links they were shown',
  idempotent_answers: 'answers kept for an Idempotency-Key',
  known_devices: 'known devices',
  trusted_devices: 'trusted devices',
  given_approvals: 'changes they agreed to',
  verify_email: 'verification link',
  change_email: 'pending change of address',
  cancel_email_change: 'link that undoes a change of address',
  reset_password: 'reset link',
  sign_in_link: 'sign-in link',
  restore_account: 'restore token',
  second_factor: 'sign-in that waits for a code',
  undo_authenticator: 'link that undoes a new authenticator app',
  undo_passkey: 'link that undoes a new passkey',
  undo_owner: 'link that undoes a new owner',
  undo_api_key: 'link that undoes a new API key',
  undo_recovery_codes: 'link that undoes new recovery codes',
};

/** Kinds that nearly always share their fate, under one name. */
const groups: readonly { kinds: readonly AuthorityKind[]; name: string }[] = [
  {
    kinds: [
      'this_session',
      'other_sessions',
      'grants_in_this_session',
      'grants_in_other_sessions',
      'visits_in_this_session',
      'visits_in_other_sessions',
    ],
    name: 'all sessions and access of applications',
  },
  { kinds: ['authenticator', 'passkeys', 'recovery_codes'], name: 'two-factor authentication' },
  {
    kinds: [
      'cancel_email_change',
      'undo_authenticator',
      'undo_passkey',
      'undo_owner',
      'undo_api_key',
      'undo_recovery_codes',
    ],
    name: 'links that undo a change',
  },
];

const transitionNames: Readonly<Record<Transition, string>> = {
  removed: 'They are removed',
  left: 'They delete their account, which is scheduled',
  erased: 'The grace period is over',
  disabled: 'Their account is disabled',
  enabled: 'It is enabled again',
  restored: 'They restore their account',
  joined_again: 'They join again',
  demoted: 'They get a lower role',
  promoted: 'They get a higher role',
  password_changed: 'They change their password, unless they keep their API keys',
  password_reset: 'They reset their password',
  mailbox_proved: 'They reset it through a mailbox that was never proved',
  address_change_requested: 'They ask to change their address',
  address_changed: 'The change takes effect',
  address_taken: 'The operator changes it because someone else reads the old mailbox',
  address_change_undone: 'A change of address is undone',
  vouched_for: 'Someone vouches for their address',
  signed_out: 'They sign out',
  session_revoked: 'One session is revoked',
  other_sessions_revoked: 'They revoke their other sessions',
  signed_out_everywhere: 'They are signed out everywhere',
  second_factor_reset: 'Their two-factor authentication is reset',
  organization_closed: 'The operator closes the organization',
  organization_reopened: 'It is restored',
  organization_deleted: 'It is deleted',
  moved: 'The server moves to another database',
  backup_restored: 'A backup is restored',
};

const named = (transition: Transition, fate: AuthorityEffect): string => {
  const all = Object.keys(authority) as AuthorityKind[];
  const those = all.filter((kind) => effectOn(kind, transition) === fate);
  if (those.length === all.length) return 'Everything';
  const text = those.flatMap((kind) => {
    const group = groups.find(({ kinds }) => kinds.includes(kind));
    if (!group?.kinds.every((other) => those.includes(other))) return [kindNames[kind]];
    return group.kinds[0] === kind ? [group.name] : [];
  });
  const list = text.join(', ');
  return list === '' ? 'Nothing' : `${list[0]?.toUpperCase()}${list.slice(1)}`;
};

/** The table of docs/security.md, line by line. */
export const authorityTable = (): string[] => [
  '| What happens | Ends | Is refused until the account may act again |',
  '|---|---|---|',
  ...transitions.map(
    (transition) =>
      `| ${transitionNames[transition]} | ${named(transition, 'ends')} | ${named(transition, 'suspended')} |`,
  ),
];
