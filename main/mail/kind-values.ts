import type { MailKind } from '#shared/contract/mail/resources.ts';
import type { GivenValue, MailParams, MailValue } from './mail-params.ts';

/** What each kind of email mentions: whoever queues one gives exactly these values, and its text can use no others. */
export const kindValues = {
  verification: ['name'],
  password_reset: ['name'],
  sign_in_link: ['name'],
  invitation: ['tenant_name', 'inviter_name', 'inviter_email', 'role', 'days'],
  email_changed: ['new_email'],
  passkey_added: ['passkey_name', 'site'],
  second_factor_on: [],
  api_key_created: ['key_name', 'prefix', 'scopes', 'ends'],
  api_key_revoked: ['key_name', 'prefix'],
  service_account_changed: ['tenant_name', 'account_name', 'role', 'scopes'],
  service_account_key_created: ['tenant_name', 'account_name', 'role', 'kind', 'key_name', 'prefix', 'scopes', 'ends'],
  owner_added: ['tenant_name', 'owner_name', 'owner_email'],
  password_changed: [],
  second_factor_off: [],
  second_factor_reset: [],
  passkey_removed: ['passkey_name', 'site'],
  recovery_codes_created: [],
  role_changed: ['tenant_name', 'role'],
  account_disabled: ['tenant_name'],
  account_enabled: ['tenant_name'],
  account_unlocked: ['tenant_name'],
  account_locked: ['tenant_name'],
  new_sign_in: ['tenant_name'],
  device_trusted: ['tenant_name', 'days'],
  member_removed: ['tenant_name'],
  deletion_scheduled: ['tenant_name', 'due'],
  reset_link_created: [],
  policies_changed: ['tenant_name', 'policies'],
  mail_settings_changed: ['tenant_name'],
  event_destination_added: ['tenant_name', 'destination', 'host'],
  event_destination_disabled: ['tenant_name', 'destination', 'host', 'reason'],
  approval_requested: ['tenant_name', 'server', 'change', 'amount'],
  invitation_accepted: ['tenant_name', 'member_name', 'member_email', 'role'],
  member_left: ['tenant_name', 'member_name', 'member_email', 'due'],
  workspace_access_given: ['tenant_name', 'workspace_name', 'role'],
  workspace_access_removed: ['tenant_name', 'workspace_name'],
  custom_role_given: ['tenant_name', 'custom_role'],
  custom_role_taken: ['tenant_name', 'custom_role'],
  group_joined: ['tenant_name', 'group_name', 'workspaces'],
  group_left: ['tenant_name', 'group_name', 'workspaces'],
  budget_exceeded: ['name', 'tenant_name', 'amount', 'budget'],
  upgrade_reminder: ['name', 'tenant_name', 'server', 'service_id', 'reason', 'due', 'window', 'deadline'],
} as const satisfies Record<MailKind, readonly MailValue[]>;

/** What may be known of any email. Notices say who did it, when and from where; `changed_by` is from an earlier version. */
export type CommonValues = Pick<
  MailParams,
  'name' | 'language' | 'by' | 'actor_name' | 'at' | 'time_zone' | 'device' | 'ip_address' | 'changed_by'
>;

type OwnValues<Kind extends MailKind> = { readonly [Name in (typeof kindValues)[Kind][number]]: string };

/** What the texts of a kind can mention. */
export type TextValues<Kind extends MailKind> = CommonValues & OwnValues<Kind>;

/** What whoever queues an email says of any of them. The outbox adds the language. */
export type GivenCommonValues = {
  readonly [Name in Exclude<keyof CommonValues, 'language' | 'changed_by'>]?: GivenValue<Name>;
};

/** What whoever queues an email of a kind gives: all of its own values in their forms, and none of another kind. */
export type GivenValues<Kind extends MailKind> = {
  readonly [Name in (typeof kindValues)[Kind][number]]: GivenValue<Name>;
} & {
  readonly [Name in Exclude<MailValue, keyof CommonValues | keyof OwnValues<Kind>>]?: never;
};
