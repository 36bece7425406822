import type { MailKind } from '#shared/contract/mail/resources.ts';
import type { policyFields } from '#shared/contract/organization/resources.ts';
import type { KeyScope } from '#shared/rules/permissions.ts';
import { lowerAscii } from '#shared/text-input/ascii-case.ts';
import { invitationTexts } from '#shared/texts/invitation-texts.ts';
import { scopeTexts } from '#shared/texts/scopes.ts';
import { budgetTexts } from './budget-texts.ts';
import { destinationTexts } from './destination-texts.ts';
import type { TextsOf } from './mail-text.ts';
import { noticeTexts } from './notice-kinds.ts';
import { type NoticeFrame, noticeFrames } from './notices/frame.ts';
import { reminderTexts } from './reminder-texts.ts';

type PolicyName = keyof typeof policyFields;

interface Texts {
  greeting: (name: string | undefined) => string;
  inTheApp: string;
  preferences: string;
  signIn: (organization: string) => string;
  /** The last line, with the organization's name if it may stand there. */
  sender: (organization: string | undefined) => string;
  /** With its article where the language needs one: "as an admin". */
  roles: Readonly<Record<string, string>>;
  never: string;
  scopes: Record<KeyScope, string>;
  policies: Record<PolicyName, string>;
  frame: NoticeFrame;
  test: { subject: string; text: string; why: string };
  kinds: TextsOf<MailKind>;
}

const ignore = 'If this wasn’t you, you can ignore this email: nothing changes.';

/** A name with its address. Emails that an earlier version queued lack the address. */
const person = (name: string, address: string): string => (address === '…' ? name : `${name} (${address})`);

const scopesInSentence = Object.fromEntries(
  Object.entries(scopeTexts).map(([scope, text]) => [scope, `${lowerAscii(text.charAt(0))}${text.slice(1)}`]),
) as Record<KeyScope, string>;

const en: Texts = {
  greeting: (name) => (name === undefined ? 'Hello,' : `Hello ${name},`),
  inTheApp: 'Or open it in the Castellan app on this computer',
  preferences: 'Choose which emails you get',
  signIn: (organization) => `Sign in to ${organization}`,
  sender: (organization) =>
    organization === undefined ? 'Sent by Castellan' : `Sent by Castellan for ${organization}`,
  roles: {
    ...{ owner: 'an owner', admin: 'an admin', member: 'a member', guest: 'a guest' },
    ...{ Viewer: 'a viewer', Member: 'a member', Admin: 'an admin' },
  },
  never: 'never',
  scopes: scopesInSentence,
  policies: {
    session_idle_minutes: 'how long sessions last without activity',
    session_max_hours: 'how long sessions last at most',
    invitation_days: 'how long invitations are valid',
    default_role: 'the default role',
    second_factor_required: 'required two-factor authentication',
    second_factor_grace_days: 'how long people have to set up two-factor authentication',
    password_min_length: 'how long passwords must be',
    refuse_common_passwords: 'whether passwords that are easy to guess are allowed',
    mail_retention_days: 'how long emails are kept',
    audit_retention_days: 'how long the audit log is kept',
    email_domains: 'allowed email domains',
    trusted_device_days: 'how long devices can be trusted',
    email_sign_in: 'whether people can sign in with a link by email',
    verified_email_required: 'whether everyone needs a verified email address',
    invitations_need_verified_email: 'whether inviting takes a verified email address',
    confirm_sensitive_changes: 'confirmation of sensitive changes',
  },
  frame: noticeFrames.en,
  test: {
    subject: 'Castellan test email',
    text: 'Your mail server works. Castellan can send email through it.',
    why: 'You’re getting this email because you asked Castellan to send a test.',
  },
  kinds: {
    verification: {
      subject: () => 'Verify your email address',
      before: () => ['Confirm that this email address is yours, so that Castellan can send your emails to it.'],
      action: 'Verify email address',
      after: ['The link expires in 24 hours.', 'If you don’t know why you got this email, you can ignore it.'],
      why: () => 'You’re getting this email because someone entered this address for an account in Castellan.',
    },
    password_reset: {
      subject: () => 'Reset your password',
      before: () => ['Someone asked to reset the password of your account. If it was you, choose a new one.'],
      action: 'Choose new password',
      after: ['The link expires in 1 hour and works once.', ignore],
      why: () => 'You’re getting this email because it’s the address of your account.',
    },
    sign_in_link: {
      subject: () => 'Your sign-in link',
      before: () => [
        'Someone asked to sign in to your account by email. If it was you, open the link in the same browser.',
      ],
      action: 'Sign in',
      after: [
        'The link expires in 15 minutes, works once, and only in the browser in which you asked for it.',
        'Never forward this email. If this wasn’t you, you can ignore it: no one is signed in.',
      ],
      why: () => 'You’re getting this email because it’s the address of your account.',
    },
    invitation: {
      subject: ({ inviter_name, tenant_name }) => `${inviter_name} invited you to ${tenant_name}`,
      before: ({ inviter_name, inviter_email, tenant_name, role }, own) => [
        invitationTexts.en.invited(person(inviter_name, inviter_email), tenant_name, role),
        ...(own ?? [invitationTexts.en.about(tenant_name)]),
        invitationTexts.en.accept,
      ],
      action: invitationTexts.en.action,
      after: ({ days }) => [
        `The link expires in ${days === '1' ? '1 day' : `${days} days`}.`,
        'If you don’t know who sent this, you can ignore it: no account is created.',
      ],
      why: ({ inviter_name }) =>
        `You’re getting this email because ${inviter_name} entered your address to invite you.`,
    },
    ...noticeTexts('en'),
    event_destination_disabled: destinationTexts.en,
    budget_exceeded: budgetTexts.en,
    upgrade_reminder: reminderTexts.en,
  },
};

const nichtErwartet = 'Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren: Es ändert sich nichts.';

const de: Texts = {
  greeting: (name) => (name === undefined ? 'Guten Tag,' : `Guten Tag ${name},`),
  inTheApp: 'Oder in der Castellan-App auf diesem Rechner öffnen',
  preferences: 'Auswählen, welche E-Mails Sie erhalten',
  signIn: (organization) => `Bei ${organization} anmelden`,
  sender: (organization) =>
    organization === undefined ? 'Gesendet von Castellan' : `Gesendet von Castellan für ${organization}`,
  roles: {
    ...{ owner: 'Inhaber', admin: 'Administrator', member: 'Mitglied', guest: 'Gast' },
    ...{ Viewer: 'Betrachter', Member: 'Mitglied', Admin: 'Administrator' },
  },
  never: 'nie',
  scopes: {
    self: 'Ihr Profil lesen und ändern',
    'team.read': 'Mitglieder lesen',
    'team.manage': 'Mitglieder und Einladungen verwalten',
    'groups.manage': 'Gruppen erstellen und ihre Mitglieder und Arbeitsbereiche ändern',
    'applications.manage': 'Anwendungen erstellen und ändern, wer sie verwenden darf',
    'mail.manage': 'den Postausgang lesen und E-Mails erneut senden',
    'audit.read': 'das Protokoll lesen',
    'workspaces.list': 'Arbeitsbereiche auflisten',
    'workspaces.read': 'Arbeitsbereiche und ihre Mitglieder lesen',
    'workspaces.settings': 'Arbeitsbereiche und ihre Mitglieder ändern',
    'workspaces.manage': 'Arbeitsbereiche erstellen und löschen',
    'hosting.read': 'Server, Kosten und Upgrades lesen',
    'hosting.manage': 'Upgrades bestellen und Abrechnungszeiträume ändern',
  },
  policies: {
    session_idle_minutes: 'Dauer von Sitzungen ohne Aktivität',
    session_max_hours: 'Höchstdauer von Sitzungen',
    invitation_days: 'Gültigkeit von Einladungen',
    default_role: 'Standardrolle',
    second_factor_required: 'vorgeschriebene Zwei-Faktor-Authentifizierung',
    second_factor_grace_days: 'Frist zum Einrichten der Zwei-Faktor-Authentifizierung',
    password_min_length: 'Mindestlänge von Passwörtern',
    refuse_common_passwords: 'ob leicht zu erratende Passwörter erlaubt sind',
    mail_retention_days: 'Aufbewahrung von E-Mails',
    audit_retention_days: 'Aufbewahrung des Protokolls',
    email_domains: 'erlaubte E-Mail-Domains',
    trusted_device_days: 'wie lange Geräten vertraut werden darf',
    email_sign_in: 'ob man sich mit einem Link per E-Mail anmelden kann',
    verified_email_required: 'ob alle eine bestätigte E-Mail-Adresse brauchen',
    invitations_need_verified_email: 'Bestätigung der E-Mail-Adresse vor Einladungen',
    confirm_sensitive_changes: 'Bestätigung sensibler Änderungen',
  },
  frame: noticeFrames.de,
  test: {
    subject: 'Test-E-Mail von Castellan',
    text: 'Ihr Mailserver funktioniert. Castellan kann darüber E-Mails senden.',
    why: 'Sie erhalten diese E-Mail, weil Sie Castellan um eine Test-E-Mail gebeten haben.',
  },
  kinds: {
    verification: {
      subject: () => 'Bestätigen Sie Ihre E-Mail-Adresse',
      before: () => [
        'bitte bestätigen Sie, dass diese E-Mail-Adresse Ihnen gehört, damit Castellan Ihre E-Mails an sie senden kann.',
      ],
      action: 'E-Mail-Adresse bestätigen',
      after: [
        'Der Link läuft in 24 Stunden ab.',
        'Wenn Sie nicht wissen, warum Sie diese E-Mail erhalten, können Sie sie ignorieren.',
      ],
      why: () => 'Sie erhalten diese E-Mail, weil jemand diese Adresse für ein Konto in Castellan angegeben hat.',
    },
    password_reset: {
      subject: () => 'Setzen Sie Ihr Passwort zurück',
      before: () => ['jemand möchte das Passwort Ihres Kontos zurücksetzen. Wenn Sie das waren, wählen Sie ein neues.'],
      action: 'Neues Passwort wählen',
      after: ['Der Link läuft in 1 Stunde ab und funktioniert einmal.', nichtErwartet],
      why: () => 'Sie erhalten diese E-Mail, weil dies die Adresse Ihres Kontos ist.',
    },
    sign_in_link: {
      subject: () => 'Ihr Link zum Anmelden',
      before: () => [
        'jemand möchte sich per E-Mail bei Ihrem Konto anmelden. Wenn Sie das waren, öffnen Sie den Link im selben Browser.',
      ],
      action: 'Anmelden',
      after: [
        'Der Link läuft in 15 Minuten ab und funktioniert einmal, und nur in dem Browser, in dem Sie ihn angefordert haben.',
        'Leiten Sie diese E-Mail nie weiter. Wenn Sie das nicht waren, können Sie sie ignorieren: Niemand wird angemeldet.',
      ],
      why: () => 'Sie erhalten diese E-Mail, weil dies die Adresse Ihres Kontos ist.',
    },
    invitation: {
      subject: ({ inviter_name, tenant_name }) => `${inviter_name} hat Sie zu ${tenant_name} eingeladen`,
      before: ({ inviter_name, inviter_email, tenant_name, role }, own) => [
        invitationTexts.de.invited(person(inviter_name, inviter_email), tenant_name, role),
        ...(own ?? [invitationTexts.de.about(tenant_name)]),
        invitationTexts.de.accept,
      ],
      action: invitationTexts.de.action,
      after: ({ days }) => [
        `Der Link läuft in ${days === '1' ? '1 Tag' : `${days} Tagen`} ab.`,
        'Wenn Sie nicht wissen, von wem diese E-Mail kommt, können Sie sie ignorieren: Es wird kein Konto erstellt.',
      ],
      why: ({ inviter_name }) =>
        `Sie erhalten diese E-Mail, weil ${inviter_name} Ihre Adresse eingegeben hat, um Sie einzuladen.`,
    },
    ...noticeTexts('de'),
    event_destination_disabled: destinationTexts.de,
    budget_exceeded: budgetTexts.de,
    upgrade_reminder: reminderTexts.de,
  },
};

/** The texts of every email, per language. */
export const mailTexts = { en, de };

export type MailLanguage = keyof typeof mailTexts;

/** The language of emails to a user with this preference, such as `de-AT`. */
export const mailLanguage = (preference: string | undefined): MailLanguage =>
  preference?.split('-')[0] === 'de' ? 'de' : 'en';
