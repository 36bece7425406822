import type { MailKind } from '#shared/contract/mail/resources.ts';
import type { policyFields } from '#shared/contract/organization/resources.ts';
import type { KeyScope } from '#shared/rules/permissions.ts';
import { lowerAscii } from '#shared/text-input/ascii-case.ts';
import { scopeTexts } from '#shared/texts/scopes.ts';
import type { TextsOf } from './mail-text.ts';
import { noticeTexts } from './notice-kinds.ts';
import { type NoticeFrame, noticeFrames } from './notices/frame.ts';
import { reminderTexts } from './reminder-texts.ts';

type PolicyName = keyof typeof policyFields;

interface Texts {
  greeting: (name: string | undefined) => string;
  inTheApp: string;
  footer: string;
  /** With its article where the language needs one: "as an admin". */
  roles: Readonly<Record<string, string>>;
  never: string;
  scopes: Record<KeyScope, string>;
  policies: Record<PolicyName, string>;
  frame: NoticeFrame;
  test: { subject: string; text: string };
  kinds: TextsOf<MailKind>;
}

const ignore = 'If you didn’t expect this email, you can ignore it.';

const scopesInSentence = Object.fromEntries(
  Object.entries(scopeTexts).map(([scope, text]) => [scope, `${lowerAscii(text.charAt(0))}${text.slice(1)}`]),
) as Record<KeyScope, string>;

const en: Texts = {
  greeting: (name) => (name === undefined ? 'Hello,' : `Hello ${name},`),
  inTheApp: 'Or open it in the Castellan app on this computer:',
  footer: 'Sent by Castellan',
  roles: { owner: 'an owner', admin: 'an admin', member: 'a member' },
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
    refuse_common_passwords: 'refused passwords',
    mail_retention_days: 'how long emails are kept',
    audit_retention_days: 'how long the audit log is kept',
    email_domains: 'allowed email domains',
    invitations_need_verified_email: 'whether inviting takes a verified email address',
    confirm_sensitive_changes: 'confirmation of sensitive changes',
  },
  frame: noticeFrames.en,
  test: { subject: 'Castellan test email', text: 'Your mail server works. Castellan can send email through it.' },
  kinds: {
    verification: {
      subject: () => 'Verify your email address',
      before: () => ['Please confirm that this email address is yours.'],
      action: 'Verify email address',
      after: [`The link is valid for 24 hours. ${ignore}`],
    },
    password_reset: {
      subject: () => 'Reset your password',
      before: () => ['Use this link to choose a new password for your account.'],
      action: 'Choose new password',
      after: [`The link is valid for 1 hour and works once. ${ignore}`],
    },
    invitation: {
      subject: ({ inviter_name, tenant_name }) => `${inviter_name} invited you to ${tenant_name}`,
      before: ({ inviter_name, tenant_name, role }) => [
        `${inviter_name} invited you to join ${tenant_name} as ${role}.`,
      ],
      action: 'Accept invitation',
      after: ({ days }) => [
        `The link is valid for ${days === '1' ? '1 day' : `${days} days`}. If you don’t know the sender, you can ignore this email.`,
      ],
    },
    ...noticeTexts('en'),
    upgrade_reminder: reminderTexts.en,
  },
};

const nichtErwartet = 'Wenn Sie diese E-Mail nicht erwartet haben, können Sie sie ignorieren.';

const de: Texts = {
  greeting: (name) => (name === undefined ? 'Guten Tag,' : `Guten Tag ${name},`),
  inTheApp: 'Oder öffnen Sie ihn in der Castellan-App auf diesem Rechner:',
  footer: 'Gesendet von Castellan',
  roles: { owner: 'Inhaber', admin: 'Administrator', member: 'Mitglied' },
  never: 'nie',
  scopes: {
    self: 'Ihr Profil lesen und ändern',
    'team.read': 'die Mitglieder des Teams lesen',
    'team.manage': 'Mitglieder und Einladungen verwalten',
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
    refuse_common_passwords: 'abgelehnte Passwörter',
    mail_retention_days: 'Aufbewahrung von E-Mails',
    audit_retention_days: 'Aufbewahrung des Protokolls',
    email_domains: 'erlaubte E-Mail-Domains',
    invitations_need_verified_email: 'Bestätigung der E-Mail-Adresse vor Einladungen',
    confirm_sensitive_changes: 'Bestätigung sensibler Änderungen',
  },
  frame: noticeFrames.de,
  test: {
    subject: 'Test-E-Mail von Castellan',
    text: 'Ihr Mailserver funktioniert. Castellan kann darüber E-Mails senden.',
  },
  kinds: {
    verification: {
      subject: () => 'Bestätigen Sie Ihre E-Mail-Adresse',
      before: () => ['bitte bestätigen Sie, dass diese E-Mail-Adresse Ihnen gehört.'],
      action: 'E-Mail-Adresse bestätigen',
      after: [`Der Link gilt 24 Stunden. ${nichtErwartet}`],
    },
    password_reset: {
      subject: () => 'Setzen Sie Ihr Passwort zurück',
      before: () => ['über diesen Link können Sie ein neues Passwort für Ihr Konto wählen.'],
      action: 'Neues Passwort wählen',
      after: [`Der Link gilt 1 Stunde und nur einmal. ${nichtErwartet}`],
    },
    invitation: {
      subject: ({ inviter_name, tenant_name }) => `${inviter_name} hat Sie zu ${tenant_name} eingeladen`,
      before: ({ inviter_name, tenant_name, role }) => [
        `${inviter_name} hat Sie eingeladen, dem Team ${tenant_name} als ${role} beizutreten.`,
      ],
      action: 'Einladung annehmen',
      after: ({ days }) => [
        `Der Link gilt ${days === '1' ? '1 Tag' : `${days} Tage`}. Wenn Sie den Absender nicht kennen, können Sie diese E-Mail ignorieren.`,
      ],
    },
    ...noticeTexts('de'),
    upgrade_reminder: reminderTexts.de,
  },
};

/** The texts of every email, per language. */
export const mailTexts = { en, de };

export type MailLanguage = keyof typeof mailTexts;

/** The language of emails to a user with this preference, such as `de-AT`. */
export const mailLanguage = (preference: string | undefined): MailLanguage =>
  preference?.split('-')[0] === 'de' ? 'de' : 'en';
