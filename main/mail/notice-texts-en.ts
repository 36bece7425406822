import type { MailParams } from './mail-params.ts';
import type { MailText, NoticeFrame } from './mail-text.ts';
import type { NoticeKind } from './notice-kinds.ts';

const notYou = 'If this wasn’t you, reset your password right away and tell an owner of your team.';
const sevenDays = ['The link is valid for 7 days.'];
const undo = 'Undo the change';

/** Emails that an earlier version queued have no link. */
const undoes = ({ at }: MailParams, what: string): string =>
  at === undefined
    ? notYou
    : `If this wasn’t you, undo the change. That removes ${what}, along with everything that was added to your account since, and signs out the person who did it. Your password stops working, and we’ll email you a link to set a new one.`;

const byOperator = ({ by }: MailParams): boolean => by === 'operator';
/** Emails that an earlier version queued have a parameter of their own for it. */
const isOperators = (params: MailParams): boolean => byOperator(params) || params.changed_by === 'operator';
const ask = 'If you have questions, ask an owner of your team.';

/** What notices say besides their own text. */
export const noticeFrameEn: NoticeFrame = {
  by: (who) => `By: ${who}`,
  self: 'Someone who is signed in to your account',
  operator: 'The operator of this server',
  when: (at) => `When: ${at}`,
  from: (device, address) => `From: ${device}, IP address ${address}`,
  why: {
    account: () =>
      'You’re getting this email because it’s about the security of your account. These emails can’t be turned off.',
    owners: ({ tenant_name }) =>
      `You’re getting this email because you’re an owner of ${tenant_name}. These emails can’t be turned off.`,
  },
};

export const noticeTextsEn: Record<NoticeKind, MailText> = {
  email_changed: {
    subject: (params) =>
      isOperators(params) ? 'Your email address was changed' : 'Your email address is about to change',
    before: (params) => [
      isOperators(params)
        ? `The operator of this server changed the email address of your account to ${params.new_email}.`
        : `Someone who is signed in to your account asked to change its email address to ${params.new_email}. The change takes effect once the new address is verified.`,
      `${isOperators(params) ? 'If you don’t want this' : 'If this wasn’t you'}, undo the change. ${
        isOperators(params) ? 'You’ll get your address back.' : 'You’ll keep your address, or get it back.'
      } You’ll be signed out everywhere, your API keys and everything that was added to your account since will be deleted, and we’ll email you a link to set a new password.`,
    ],
    action: undo,
    after: sevenDays,
  },
  passkey_added: {
    subject: ({ passkey_name }) => `New passkey: ${passkey_name}`,
    before: (params) => [
      `The passkey ${params.passkey_name} for ${params.site} was added to your account. You can sign in with it, and your password alone is no longer enough.`,
      undoes(params, 'the passkey'),
    ],
    action: undo,
    after: sevenDays,
  },
  second_factor_on: {
    subject: () => 'Two-factor authentication is on',
    before: (params) => [
      'Two-factor authentication was turned on for your account with an authenticator app. From now on, your password alone isn’t enough to sign in.',
      undoes(params, 'the authenticator app'),
    ],
    action: undo,
    after: sevenDays,
  },
  api_key_created: {
    subject: ({ key_name }) => `New API key: ${key_name}`,
    before: (params) => [
      `The API key ${params.key_name}, starting with ${params.prefix}, was created for your account.`,
      `Scopes: ${params.scopes}. Expires: ${params.ends}.`,
      undoes(params, 'the key'),
    ],
    action: undo,
    after: sevenDays,
  },
  owner_added: {
    subject: ({ owner_name, tenant_name }) => `New owner of ${tenant_name}: ${owner_name}`,
    before: (params) => [
      `${params.owner_name} (${params.owner_email}) is now an owner of ${params.tenant_name}. Owners can change everything in it, and remove each other.`,
      byOperator(params)
        ? 'If you don’t know why, ask the operator of this server.'
        : `If this isn’t right, undo the change. ${params.owner_name} gets their previous role back and is signed out everywhere, and the session that did this ends.`,
    ],
    action: (params) => (byOperator(params) ? 'Open the team' : undo),
    after: (params) => (byOperator(params) ? [] : sevenDays),
  },
  password_changed: {
    subject: () => 'Your password was changed',
    before: () => ['The password of your account was changed. You’ve been signed out on all other devices.', notYou],
    action: 'Reset password',
    after: [],
  },
  second_factor_off: {
    subject: () => 'Authenticator app removed',
    before: () => [
      'The authenticator app was removed from your account. Unless you have a passkey, you now sign in with just your password.',
      'If this wasn’t you, reset your password right away, set up the authenticator app again, and tell an owner of your team.',
    ],
    action: 'Set up two-factor authentication',
    after: [],
  },
  second_factor_reset: {
    subject: () => 'Your two-factor authentication was reset',
    before: ({ actor_name }) => [
      `${actor_name === undefined ? 'The operator of this server' : `${actor_name}, an owner of your team,`} reset two-factor authentication for your account. You’ve been signed out everywhere, and you now sign in with just your password.`,
      'If you didn’t ask for this, contact an owner of your team. Set it up again after you sign in.',
    ],
    action: 'Set up two-factor authentication',
    after: [],
  },
  passkey_removed: {
    subject: ({ passkey_name }) => `Passkey removed: ${passkey_name}`,
    before: ({ passkey_name, site }) => [
      `The passkey ${passkey_name} for ${site} was removed from your account. You can no longer sign in with it.`,
      notYou,
    ],
    action: 'Check your passkeys',
    after: [],
  },
  recovery_codes_created: {
    subject: () => 'New recovery codes',
    before: () => ['New recovery codes were created for your account. The old ones no longer work.', notYou],
    action: 'Check two-factor authentication',
    after: [],
  },
  role_changed: {
    subject: ({ tenant_name }) => `Your role in ${tenant_name} was changed`,
    before: ({ tenant_name, role }) => [`You’re now ${role} of ${tenant_name}.`, ask],
    action: 'Open Castellan',
    after: [],
  },
  account_disabled: {
    subject: ({ tenant_name }) => `Your account at ${tenant_name} was disabled`,
    before: ({ tenant_name }) => [
      `Your account at ${tenant_name} was disabled. You’ve been signed out everywhere and can’t sign in until it’s enabled again. Nothing was deleted.`,
      ask,
    ],
    after: [],
  },
  account_enabled: {
    subject: ({ tenant_name }) => `Your account at ${tenant_name} was enabled`,
    before: ({ tenant_name }) => [`Your account at ${tenant_name} was enabled again. You can sign in.`],
    action: 'Sign in',
    after: [],
  },
  member_removed: {
    subject: ({ tenant_name }) => `You were removed from ${tenant_name}`,
    before: ({ tenant_name }) => [
      `You were removed from ${tenant_name}. You’ve been signed out everywhere, and your API keys no longer work.`,
      ask,
    ],
    after: [],
  },
  deletion_scheduled: {
    subject: () => 'Your account will be deleted',
    before: ({ tenant_name, due }) => [
      `Your account at ${tenant_name} will be deleted on ${due}. You’ve been signed out everywhere, and your API keys no longer work.`,
      'If you don’t want this, sign in before then and restore your account. If someone else did this, change your password after that.',
    ],
    action: 'Sign in to restore it',
    after: [],
  },
  reset_link_created: {
    subject: () => 'A password reset link was created for you',
    before: () => [
      'A link to set a new password for your account was created. For one hour, anyone who has it can set your password.',
      'If you didn’t ask for this, sign in, check your sessions, and tell an owner of your team.',
    ],
    action: 'Check your sessions',
    after: [],
  },
  policies_changed: {
    subject: ({ tenant_name }) => `The policies of ${tenant_name} were changed`,
    before: ({ tenant_name, policies }) => [`These policies of ${tenant_name} were changed: ${policies}.`],
    action: 'Check the policies',
    after: [],
  },
  mail_settings_changed: {
    subject: () => 'The mail server was changed',
    before: () => [
      'The settings of the mail server that sends this server’s email were changed or removed. Anyone who runs the mail server can read every link that’s sent.',
    ],
    action: 'Check the mail server',
    after: [],
  },
};
