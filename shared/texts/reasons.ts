import { refusals } from '../flows/upgrade-actions.ts';
import { fillIn, type Messages, type WireParams, type WithParams } from './message-params.ts';

const define = <Table extends Record<string, string>>(table: Table & Messages<Table>): Table => table;

/** Why something is not possible right now, besides the rules of upgrades. */
export const conflicts = define({
  server_not_active: 'The server is being changed. The provider reports its status as {{status}}.',
  server_suspended: 'The provider has suspended this server.',
  server_locked: 'The provider has locked this server.',
  server_is_on: 'The server is already on.',
  server_is_off: 'The server is off.',
  disk_beyond_plan: 'This disk is larger than the plan’s. Choose a smaller disk or another plan.',
  price_changed: 'The price has changed since you reviewed it. Review it again.',
  invoice_differs: 'The invoice is {{total}}, but you agreed to {{agreed}}. Check it, then accept its total.',
  invoice_not_agreed: 'The invoice is {{total}}. Check it, then accept its total.',
  invoice_currency:
    'The invoice is {{total}} {{currency}}, not in the account’s currency. Check it, then accept its total.',
  invoice_unknown:
    'The provider names no amount. Check the invoice in its client area, then accept that it is unknown.',
  queue_open: 'Steps for several upgrades are already in progress. Finish or cancel them first.',
  unhealthy: 'The server didn’t pass the health check ({{check}}): {{met}}. Its upgrade wasn’t confirmed.',
  queue_needs_orders:
    'Nothing is ordered at this provider, so there’s nothing to line up. Change one server at a time.',
  queue_not_stopped: 'These steps are still running or have already ended, so there’s nothing to continue.',
  queue_ended: 'These steps have already ended.',
  over_budget: 'Hosting would cost {{total}} per month. The budget is {{budget}}.',
  budget_unknown: 'What this costs per month isn’t known, so it can’t be compared with the budget of {{budget}}.',
  approval_needed: 'This costs {{amount}}. Another owner has to agree to what costs more than {{limit}}.',
  approval_unknown: 'What this costs isn’t known. Another owner has to agree to what may cost more than {{limit}}.',
  approval_limit_kept: 'Another owner has to agree before the amount is raised or removed. It is {{limit}} now.',
  approval_not_needed: 'No one else has to agree to this. You can go ahead.',
  own_request: 'You asked for this yourself, so another owner has to agree.',
  no_other_owner: 'You’re the only owner. Someone else has to become an owner first, so that they can agree.',
  level_unchanged: 'The server already has this service level. If that is wrong, edit the server.',
  order_elsewhere: 'The provider shows an order for this server that wasn’t placed here. Review it first.',
  run_changed: 'This changed in the meantime. Reload it and try again.',
  no_open_run: 'Nothing is in progress for this server. Start an upgrade first.',
  open_run_in_account: 'Something is in progress in the current account. Finish, cancel or close it first.',
  settings_changed: 'Someone else changed the settings in the meantime. Reload them and try again.',
  same_billing_cycle: 'The server already has this billing cycle.',
  no_invoice_to_pay: 'There is no invoice to pay.',
  no_order_to_cancel: 'There is no order to cancel.',
  role_changed: 'The role has changed in the meantime. Reload it and try again.',
  guest_role: 'Admins and owners can’t be guests. Change the role to member first.',
  guest_custom_role: 'Guests can’t have custom roles.',
  deletion_scheduled: 'This account is scheduled for deletion.',
  account_disabled: 'This account is disabled.',
  account_not_disabled: 'This account isn’t disabled.',
  deletion_not_scheduled: 'This account isn’t scheduled for deletion.',
  account_not_locked: 'This account isn’t locked.',
  disabled_by_operator: 'The operator of this server disabled this account. Only the operator can enable it again.',
  own_account: 'You can’t do this to your own account.',
  already_owner: 'You’re already an owner.',
  invitation_not_pending: 'This invitation has expired or is no longer pending.',
  invitee_has_joined: 'This person has already joined the organization.',
  delivery_waiting: 'This event is still waiting to be delivered.',
  event_removed: 'This event is no longer in the audit log.',
  no_secrets: 'This kind of application has no secret: it couldn’t keep one.',
  not_signed: 'Messages to a chat aren’t signed, so there’s no secret to roll.',
  email_not_failed: 'Only email that couldn’t be delivered can be sent again.',
  already_verified: 'This email address is already verified.',
  emailed_recently: 'This address has received several such emails in the last ten minutes. Try again later.',
  link_unavailable: 'This link was already delivered or used, or it has expired. Have a new one sent.',
  sample_sends_no_email: 'Sample data sends no email. Set up the mail server from your own account.',
  mail_server_configured_outside: 'The mail server is set in the configuration of this server.',
  no_mail_server: 'Set up a mail server first.',
  owners_unverified:
    'An organization on this server requires verified email addresses, and none of its owners has one. They need this mail server to verify theirs. Wait until they have, or run “castellan user verify”.',
  no_backup_folder: 'No folder for backups is set. Set CASTELLAN_BACKUP_DIR and restart Castellan.',
  mail_not_held: 'Email isn’t on hold. Someone may have released it already.',
  not_sample_data: 'This organization isn’t sample data, so it can’t be removed here.',
  sample_not_offered: 'Sample data can only be created on this computer, before anyone has an account.',
  second_factor_off: 'Two-factor authentication is off for your account.',
  second_factor_on: 'Two-factor authentication is already on for your account.',
  second_factor_required: 'Your organization requires two-factor authentication.',
  second_factor_needed: 'Your account uses two-factor authentication. Confirm with a code or a passkey.',
  email_unverified: 'Verify your email address first.',
  email_vouched_for:
    'An admin vouched for your email address. Verify it yourself first: your profile sends you a link.',
  second_factor_not_started: 'Start setting up two-factor authentication first.',
  own_second_factor: 'Turn off your own two-factor authentication in your profile.',
  member_second_factor_off: 'Two-factor authentication is off for this member.',
  passkeys_unavailable: 'Passkeys work only at the public HTTPS address of this server, or at localhost.',
  trusted_devices_off: 'Your organization asks for a second step on every device.',
  no_passkey: 'None of your passkeys works at this address.',
});

/**
 * The closed table of reasons, for errors that have several. A reason and its parameters are sent with the English
 * text (RFC 9457 extension members), so that clients need not compare texts; the console translates by them.
 */
export const reasons = {
  STATE_CONFLICT: define({ ...refusals, ...conflicts }),
  PASSKEY_INVALID: define({
    challenge_over: 'This request has expired or was already answered. Try again.',
    passkey_unknown: 'This passkey isn’t set up here. It may have been removed.',
    passkey_unverified: 'This passkey couldn’t be verified. Try again, or use another way to sign in.',
    passkey_copied: 'This passkey may have been copied, so it was rejected. Remove it and add a new one.',
  }),
  IDEMPOTENCY_CONFLICT: define({
    other_request: 'This Idempotency-Key was used for another request. Use a new one for each request.',
    interrupted:
      'The first request with this Idempotency-Key was interrupted. Check what it did before you send it again with a new one.',
    answer_not_kept:
      'The first request with this Idempotency-Key was carried out. Its response contains a secret, which is never stored. If you didn’t receive it, undo what it created and start over with a new Idempotency-Key.',
    too_many_keys: 'You have used too many Idempotency-Keys. They are kept for 24 hours.',
  }),
  FORBIDDEN: define({
    role: 'Your role doesn’t allow this',
    guest: 'Guests can’t do this.',
    beyond_own: 'You can’t give, change or take permissions or workspaces that you don’t have yourself.',
    operators_only: 'Only operators of this server can see this.',
    ownership_can_be_undone:
      'This person can still undo that someone became an owner. Until they no longer can, only an owner who can undo it, too, can remove or disable them.',
    backups_of_admin_team: 'Only an owner of the first organization on this server can back it up.',
    mail_server_of_admin_team: 'Only an owner of the first organization on this server can set up the mail server.',
    private_provider_of_admin_team:
      'Only the first organization on this server can use a hosting provider at a private address.',
  }),
  ROLE_NOT_ALLOWED: define({
    role: 'Your role doesn’t allow this for a member with that role',
    has_more: 'You can’t do this to someone who has permissions or workspaces that you don’t have.',
  }),
  SIGN_UPS_CLOSED: define({
    invitation_required: 'You need an invitation. Ask an admin of your organization to invite you.',
    no_new_accounts: 'This server accepts no new accounts. Ask the person who runs it.',
    setup_token_required: 'The first account requires the setup token that Castellan printed when it started.',
    setup_token_wrong: 'The setup token is wrong. Use the latest one that Castellan has printed.',
    email_domain:
      'You can’t sign up with an email address at this domain. Ask an admin of your organization to invite you.',
  }),
  MAIL_QUOTA_REACHED: define({
    tenant_quota: 'Your organization has sent {{max}} emails in 24 hours. Try again tomorrow.',
    recipient_quota: 'This address has received {{max}} invitations in 24 hours. Try again tomorrow.',
  }),
  LAST_OWNER: define({
    only_owner: 'An organization needs at least one owner. Make another member an owner first.',
    only_verified_owner:
      'No owner with a verified email address would be left. Mark the address of another owner as verified first, or stop requiring verified addresses.',
    members_remain: 'Your organization has other members. Make one of them an owner first.',
    scheduled_members_remain:
      'Your organization has members who are disabled or whose deletion is scheduled. Remove them first.',
  }),
  WEAK_PASSWORD: define({
    contains_nul: 'A password can’t contain a NUL character. Leave it out.',
    own_name_or_email:
      'This password is easy to guess: it contains your name, your email address or your organization. Choose another one.',
    common: 'This password is easy to guess: it is a common password, or close to one. Choose another one.',
    guessable:
      'This password is easy to guess: it is made of a common word, a date, or characters in a row. Use several words, or more characters.',
    leaked: 'This password appeared in a data leak, so others may know it. Choose another one.',
    too_short_for_team: 'Your organization requires at least {{min}} characters.',
  }),
  PLAN_NOT_OFFERED: define({
    plan_not_listed: 'The provider no longer lists this plan for this server.',
    no_change: 'The server already has what this plan offers.',
    cycle_not_offered: 'The provider doesn’t offer this plan for the server’s billing cycle.',
    not_custom: 'Only custom plans let you choose components.',
    component_missing: 'Choose a size for each component of a custom plan.',
    component_not_offered: 'The provider doesn’t offer this size for a component.',
  }),
  DISK_CANNOT_SHRINK: define({
    smaller_disk:
      'The server’s disk has {{current_gb}} GB and can’t shrink to {{wanted_gb}} GB. Choose a plan with at least as much.',
  }),
} as const;

type Reasons = typeof reasons;

/** Errors that always carry a reason. */
export type ReasonedKey = keyof Reasons;
export type ReasonOf<Key extends ReasonedKey> = keyof Reasons[Key] & string;
/** Every reason of every error. */
export type Reason = { [Key in ReasonedKey]: ReasonOf<Key> }[ReasonedKey];

/** A reason of an error with the parameters of its text. */
export type Reasoned<Key extends ReasonedKey> = {
  [Name in ReasonOf<Key>]: { reason: Name } & WithParams<Reasons[Key][Name] & string>;
}[ReasonOf<Key>];

/** Names of all reasons, each once. */
export const reasonNames = [...new Set(Object.values(reasons).flatMap((table) => Object.keys(table)))] as Reason[];

const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = reasons;

/** A reason in English; undefined if the error has no such reason. */
export const reasonText = (key: string, reason: string, params?: WireParams): string | undefined => {
  const table = Object.hasOwn(texts, key) ? texts[key] : undefined;
  const text = table && Object.hasOwn(table, reason) ? table[reason] : undefined;
  return text === undefined ? undefined : fillIn(text, params);
};
