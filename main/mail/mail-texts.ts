import type { KeyScope } from '#shared/permissions.ts';
import type { MailKind } from '../database/mail-schema.ts';
import type { MailParams } from './mail-params.ts';
import { reminderTexts } from './reminder-texts.ts';

export interface MailText {
  subject: (params: MailParams) => string;
  /** Paragraphs before the link. */
  before: (params: MailParams) => string[];
  /** The button's text; absent if the email has no link. */
  action?: string;
  /** Paragraphs after the link. */
  after: string[] | ((params: MailParams) => string[]);
}

interface Texts {
  greeting: (name: string | undefined) => string;
  inTheApp: string;
  footer: string;
  /** With its article where the language needs one: "as an admin". */
  roles: Readonly<Record<string, string>>;
  never: string;
  scopes: Record<KeyScope, string>;
  test: { subject: string; text: string };
  kinds: Record<MailKind, MailText>;
}

const ignore = 'If you didn’t expect this email, you can ignore it.';
const notYou = 'If this wasn’t you, reset your password right away and tell an owner of your team.';

const en: Texts = {
  greeting: (name) => (name === undefined ? 'Hello,' : `Hello ${name},`),
  inTheApp: 'Or open it in the Castellan app on this computer:',
  footer: 'Sent by Castellan',
  roles: { owner: 'an owner', admin: 'an admin', member: 'a member' },
  never: 'never',
  scopes: {
    self: 'read and update your profile',
    'team.read': 'read team members',
    'team.manage': 'manage members and invitations',
    'mail.manage': 'read the outbox and resend email',
    'audit.read': 'read the audit log',
    'workspaces.list': 'list workspaces',
    'workspaces.read': 'read workspaces and their members',
    'workspaces.settings': 'update workspaces and their members',
    'workspaces.manage': 'create and delete workspaces',
    'hosting.read': 'read servers, costs and upgrades',
    'hosting.manage': 'order upgrades and change billing cycles',
  },
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
        `The link is valid for ${days === '1' ? '1 day' : `${days ?? 7} days`}. If you don’t know the sender, you can ignore this email.`,
      ],
    },
    email_changed: {
      subject: ({ changed_by }) =>
        changed_by === 'operator' ? 'Your email address was changed' : 'Your email address is about to change',
      before: ({ new_email, changed_by }) => [
        changed_by === 'operator'
          ? `The operator of this server changed the email address of your account to ${new_email}.`
          : `Someone who is signed in to your account asked to change its email address to ${new_email}. The change takes effect once the new address is verified.`,
        changed_by === 'operator'
          ? 'If you don’t want this, undo the change. You’ll get your address back. You’ll be signed out everywhere, your API keys will be deleted, and we’ll email you a link to set a new password.'
          : 'If this wasn’t you, undo the change. You’ll keep your address, or get it back. You’ll be signed out everywhere, your API keys will be deleted, and we’ll email you a link to set a new password.',
      ],
      action: 'Undo the change',
      after: ['The link is valid for 7 days.'],
    },
    password_changed: {
      subject: () => 'Your password was changed',
      before: ({ ip_address }) => [
        `The password of your account was changed from the IP address ${ip_address}. You’ve been signed out on all other devices.`,
        notYou,
      ],
      after: [],
    },
    second_factor_on: {
      subject: () => 'Two-factor authentication is on',
      before: ({ ip_address }) => [
        `Two-factor authentication was turned on for your account from the IP address ${ip_address}. From now on, your password alone isn’t enough to sign in.`,
        `${notYou} Owners can reset two-factor authentication.`,
      ],
      after: [],
    },
    second_factor_off: {
      subject: () => 'Authenticator app removed',
      before: ({ ip_address }) => [
        `The authenticator app was removed from your account from the IP address ${ip_address}. Unless you have a passkey, you now sign in with just your password.`,
        'If this wasn’t you, reset your password right away, set up the authenticator app again, and tell an owner of your team.',
      ],
      after: [],
    },
    second_factor_reset: {
      subject: () => 'Your two-factor authentication was reset',
      before: ({ actor_name }) => [
        `${actor_name === undefined ? 'The operator of this server' : `${actor_name}, an owner of your team,`} reset two-factor authentication for your account. You’ve been signed out everywhere, and you now sign in with just your password.`,
        'If you didn’t ask for this, contact an owner of your team. Set it up again after you sign in.',
      ],
      after: [],
    },
    passkey_added: {
      subject: ({ passkey_name }) => `New passkey: ${passkey_name}`,
      before: ({ passkey_name, site, ip_address }) => [
        `The passkey ${passkey_name} for ${site} was added to your account from the IP address ${ip_address}. You can sign in with it, and your password alone is no longer enough.`,
        'If this wasn’t you, remove the passkey in your profile, change your password right away, and tell an owner of your team.',
      ],
      after: [],
    },
    passkey_removed: {
      subject: ({ passkey_name }) => `Passkey removed: ${passkey_name}`,
      before: ({ passkey_name, site, ip_address }) => [
        `The passkey ${passkey_name} for ${site} was removed from your account from the IP address ${ip_address}. You can no longer sign in with it.`,
        notYou,
      ],
      after: [],
    },
    api_key_created: {
      subject: ({ key_name }) => `New API key: ${key_name}`,
      before: ({ key_name, prefix, scopes, ends, ip_address }) => [
        `The API key ${key_name}, starting with ${prefix}, was created for your account from the IP address ${ip_address}.`,
        `Scopes: ${scopes}. Expires: ${ends}.`,
        'If this wasn’t you, revoke the key in your profile and reset your password right away.',
      ],
      after: [],
    },
    upgrade_reminder: reminderTexts.en,
  },
};

const nichtErwartet = 'Wenn Sie diese E-Mail nicht erwartet haben, können Sie sie ignorieren.';
const nichtSie =
  'Wenn Sie das nicht waren, setzen Sie Ihr Passwort sofort zurück und informieren Sie einen Inhaber Ihres Teams.';

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
        `Der Link gilt ${days === '1' ? '1 Tag' : `${days ?? 7} Tage`}. Wenn Sie den Absender nicht kennen, können Sie diese E-Mail ignorieren.`,
      ],
    },
    email_changed: {
      subject: ({ changed_by }) =>
        changed_by === 'operator' ? 'Ihre E-Mail-Adresse wurde geändert' : 'Ihre E-Mail-Adresse soll geändert werden',
      before: ({ new_email, changed_by }) => [
        changed_by === 'operator'
          ? `der Betreiber dieses Servers hat die E-Mail-Adresse Ihres Kontos in ${new_email} geändert.`
          : `in Ihrem Konto wurde die Änderung der E-Mail-Adresse in ${new_email} angefordert. Sie gilt, sobald die neue Adresse bestätigt ist.`,
        changed_by === 'operator'
          ? 'Wenn Sie das nicht möchten, machen Sie die Änderung rückgängig. Ihre bisherige Adresse wird dann wiederhergestellt. Sie werden überall abgemeldet, Ihre API-Schlüssel werden gelöscht, und Sie erhalten einen Link, um ein neues Passwort festzulegen.'
          : 'Wenn Sie das nicht waren, machen Sie die Änderung rückgängig. Ihre bisherige Adresse gilt dann weiter oder wird wiederhergestellt. Sie werden überall abgemeldet, Ihre API-Schlüssel werden gelöscht, und Sie erhalten einen Link, um ein neues Passwort festzulegen.',
      ],
      action: 'Änderung rückgängig machen',
      after: ['Der Link gilt 7 Tage.'],
    },
    password_changed: {
      subject: () => 'Ihr Passwort wurde geändert',
      before: ({ ip_address }) => [
        `das Passwort Ihres Kontos wurde von der IP-Adresse ${ip_address} aus geändert. Sie wurden auf allen anderen Geräten abgemeldet.`,
        nichtSie,
      ],
      after: [],
    },
    second_factor_on: {
      subject: () => 'Zwei-Faktor-Authentifizierung eingeschaltet',
      before: ({ ip_address }) => [
        `die Zwei-Faktor-Authentifizierung Ihres Kontos wurde von der IP-Adresse ${ip_address} aus eingeschaltet. Ab jetzt genügt Ihr Passwort allein nicht mehr zur Anmeldung.`,
        `${nichtSie} Inhaber können die Zwei-Faktor-Authentifizierung zurücksetzen.`,
      ],
      after: [],
    },
    second_factor_off: {
      subject: () => 'Authenticator-App entfernt',
      before: ({ ip_address }) => [
        `von der IP-Adresse ${ip_address} aus wurde die Authenticator-App aus Ihrem Konto entfernt. Wenn Sie keinen Passkey haben, melden Sie sich jetzt nur mit Ihrem Passwort an.`,
        'Wenn Sie das nicht waren, setzen Sie Ihr Passwort sofort zurück, richten Sie die Authenticator-App wieder ein und informieren Sie einen Inhaber Ihres Teams.',
      ],
      after: [],
    },
    second_factor_reset: {
      subject: () => 'Ihre Zwei-Faktor-Authentifizierung wurde zurückgesetzt',
      before: ({ actor_name }) => [
        `${actor_name === undefined ? 'der Betreiber dieses Servers' : `${actor_name}, Inhaber Ihres Teams,`} hat die Zwei-Faktor-Authentifizierung Ihres Kontos zurückgesetzt. Sie wurden überall abgemeldet und melden sich jetzt nur mit Ihrem Passwort an.`,
        'Wenn Sie nicht darum gebeten haben, wenden Sie sich an einen Inhaber Ihres Teams. Richten Sie die Zwei-Faktor-Authentifizierung nach der Anmeldung neu ein.',
      ],
      after: [],
    },
    passkey_added: {
      subject: ({ passkey_name }) => `Neuer Passkey: ${passkey_name}`,
      before: ({ passkey_name, site, ip_address }) => [
        `der Passkey ${passkey_name} für ${site} wurde von der IP-Adresse ${ip_address} aus zu Ihrem Konto hinzugefügt. Sie können sich damit anmelden, und Ihr Passwort allein genügt nicht mehr.`,
        'Wenn Sie das nicht waren, entfernen Sie den Passkey in Ihrem Profil, ändern Sie Ihr Passwort sofort und informieren Sie einen Inhaber Ihres Teams.',
      ],
      after: [],
    },
    passkey_removed: {
      subject: ({ passkey_name }) => `Passkey entfernt: ${passkey_name}`,
      before: ({ passkey_name, site, ip_address }) => [
        `von der IP-Adresse ${ip_address} aus wurde der Passkey ${passkey_name} für ${site} aus Ihrem Konto entfernt. Sie können sich damit nicht mehr anmelden.`,
        nichtSie,
      ],
      after: [],
    },
    api_key_created: {
      subject: ({ key_name }) => `Neuer API-Schlüssel: ${key_name}`,
      before: ({ key_name, prefix, scopes, ends, ip_address }) => [
        `der API-Schlüssel ${key_name}, der mit ${prefix} beginnt, wurde von der IP-Adresse ${ip_address} aus für Ihr Konto erstellt.`,
        `Berechtigungen: ${scopes}. Läuft ab: ${ends}.`,
        'Wenn Sie das nicht waren, widerrufen Sie den Schlüssel in Ihrem Profil und setzen Sie Ihr Passwort sofort zurück.',
      ],
      after: [],
    },
    upgrade_reminder: reminderTexts.de,
  },
};

/** The texts of every email, per language. */
export const mailTexts = { en, de };

export type MailLanguage = keyof typeof mailTexts;

/** The language of emails to a user with this preference, such as `de-AT`. */
export const mailLanguage = (preference: string | undefined): MailLanguage =>
  preference?.split('-')[0] === 'de' ? 'de' : 'en';
