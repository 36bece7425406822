import type { MailParams } from './mail-params.ts';
import type { MailText, NoticeFrame } from './mail-text.ts';
import type { NoticeKind } from './notice-kinds.ts';

const nichtSie =
  'Wenn Sie das nicht waren, setzen Sie Ihr Passwort sofort zurück und informieren Sie einen Inhaber Ihres Teams.';
const siebenTage = ['Der Link gilt 7 Tage.'];
const rueckgaengig = 'Änderung rückgängig machen';

/** Emails that an earlier version queued have no link. */
const macht = ({ at }: MailParams, was: string): string =>
  at === undefined
    ? nichtSie
    : `Wenn Sie das nicht waren, machen Sie die Änderung rückgängig. ${was} wird dann entfernt, ebenso alles, was Ihrem Konto seitdem hinzugefügt wurde, und wer das war, wird abgemeldet. Ihr Passwort gilt nicht mehr, und Sie erhalten einen Link, um ein neues festzulegen.`;

const vomBetreiber = ({ by }: MailParams): boolean => by === 'operator';
/** Emails that an earlier version queued have a parameter of their own for it. */
const adresseVomBetreiber = (params: MailParams): boolean => vomBetreiber(params) || params.changed_by === 'operator';
const fragen = 'Wenn Sie Fragen haben, wenden Sie sich an einen Inhaber Ihres Teams.';

/** What notices say besides their own text. */
export const noticeFrameDe: NoticeFrame = {
  by: (who) => `Von: ${who}`,
  self: 'Jemand, der in Ihrem Konto angemeldet ist',
  operator: 'Der Betreiber dieses Servers',
  when: (at) => `Wann: ${at}`,
  from: (device, address) => `Von wo: ${device}, IP-Adresse ${address}`,
  why: {
    account: () =>
      'Sie erhalten diese E-Mail, weil sie die Sicherheit Ihres Kontos betrifft. Solche E-Mails lassen sich nicht abschalten.',
    owners: ({ tenant_name }) =>
      `Sie erhalten diese E-Mail, weil Sie Inhaber von ${tenant_name} sind. Solche E-Mails lassen sich nicht abschalten.`,
  },
};

export const noticeTextsDe: Record<NoticeKind, MailText> = {
  email_changed: {
    subject: (params) =>
      adresseVomBetreiber(params) ? 'Ihre E-Mail-Adresse wurde geändert' : 'Ihre E-Mail-Adresse soll geändert werden',
    before: (params) => [
      adresseVomBetreiber(params)
        ? `der Betreiber dieses Servers hat die E-Mail-Adresse Ihres Kontos in ${params.new_email} geändert.`
        : `in Ihrem Konto wurde die Änderung der E-Mail-Adresse in ${params.new_email} angefordert. Sie gilt, sobald die neue Adresse bestätigt ist.`,
      `${adresseVomBetreiber(params) ? 'Wenn Sie das nicht möchten' : 'Wenn Sie das nicht waren'}, machen Sie die Änderung rückgängig. ${
        adresseVomBetreiber(params)
          ? 'Ihre bisherige Adresse wird dann wiederhergestellt.'
          : 'Ihre bisherige Adresse gilt dann weiter oder wird wiederhergestellt.'
      } Sie werden überall abgemeldet, Ihre API-Schlüssel und alles, was Ihrem Konto seitdem hinzugefügt wurde, werden gelöscht, und Sie erhalten einen Link, um ein neues Passwort festzulegen.`,
    ],
    action: rueckgaengig,
    after: siebenTage,
  },
  passkey_added: {
    subject: ({ passkey_name }) => `Neuer Passkey: ${passkey_name}`,
    before: (params) => [
      `der Passkey ${params.passkey_name} für ${params.site} wurde zu Ihrem Konto hinzugefügt. Sie können sich damit anmelden, und Ihr Passwort allein genügt nicht mehr.`,
      macht(params, 'Der Passkey'),
    ],
    action: rueckgaengig,
    after: siebenTage,
  },
  second_factor_on: {
    subject: () => 'Zwei-Faktor-Authentifizierung eingeschaltet',
    before: (params) => [
      'die Zwei-Faktor-Authentifizierung Ihres Kontos wurde mit einer Authenticator-App eingeschaltet. Ab jetzt genügt Ihr Passwort allein nicht mehr zur Anmeldung.',
      macht(params, 'Die Authenticator-App'),
    ],
    action: rueckgaengig,
    after: siebenTage,
  },
  api_key_created: {
    subject: ({ key_name }) => `Neuer API-Schlüssel: ${key_name}`,
    before: (params) => [
      `der API-Schlüssel ${params.key_name}, der mit ${params.prefix} beginnt, wurde für Ihr Konto erstellt.`,
      `Berechtigungen: ${params.scopes}. Läuft ab: ${params.ends}.`,
      macht(params, 'Der Schlüssel'),
    ],
    action: rueckgaengig,
    after: siebenTage,
  },
  owner_added: {
    subject: ({ owner_name, tenant_name }) => `Neuer Inhaber von ${tenant_name}: ${owner_name}`,
    before: (params) => [
      `${params.owner_name} (${params.owner_email}) ist jetzt Inhaber von ${params.tenant_name}. Inhaber dürfen dort alles ändern und einander entfernen.`,
      vomBetreiber(params)
        ? 'Wenn Sie den Grund nicht kennen, fragen Sie den Betreiber dieses Servers.'
        : `Wenn das nicht stimmt, machen Sie die Änderung rückgängig. ${params.owner_name} erhält die vorherige Rolle zurück und wird überall abgemeldet, ebenso, wer das war.`,
    ],
    action: (params) => (vomBetreiber(params) ? 'Team öffnen' : rueckgaengig),
    after: (params) => (vomBetreiber(params) ? [] : siebenTage),
  },
  password_changed: {
    subject: () => 'Ihr Passwort wurde geändert',
    before: () => [
      'das Passwort Ihres Kontos wurde geändert. Sie wurden auf allen anderen Geräten abgemeldet.',
      nichtSie,
    ],
    action: 'Passwort zurücksetzen',
    after: [],
  },
  second_factor_off: {
    subject: () => 'Authenticator-App entfernt',
    before: () => [
      'die Authenticator-App wurde aus Ihrem Konto entfernt. Wenn Sie keinen Passkey haben, melden Sie sich jetzt nur mit Ihrem Passwort an.',
      'Wenn Sie das nicht waren, setzen Sie Ihr Passwort sofort zurück, richten Sie die Authenticator-App wieder ein und informieren Sie einen Inhaber Ihres Teams.',
    ],
    action: 'Zwei-Faktor-Authentifizierung einrichten',
    after: [],
  },
  second_factor_reset: {
    subject: () => 'Ihre Zwei-Faktor-Authentifizierung wurde zurückgesetzt',
    before: ({ actor_name }) => [
      `${actor_name === undefined ? 'der Betreiber dieses Servers' : `${actor_name}, Inhaber Ihres Teams,`} hat die Zwei-Faktor-Authentifizierung Ihres Kontos zurückgesetzt. Sie wurden überall abgemeldet und melden sich jetzt nur mit Ihrem Passwort an.`,
      'Wenn Sie nicht darum gebeten haben, wenden Sie sich an einen Inhaber Ihres Teams. Richten Sie die Zwei-Faktor-Authentifizierung nach der Anmeldung neu ein.',
    ],
    action: 'Zwei-Faktor-Authentifizierung einrichten',
    after: [],
  },
  passkey_removed: {
    subject: ({ passkey_name }) => `Passkey entfernt: ${passkey_name}`,
    before: ({ passkey_name, site }) => [
      `der Passkey ${passkey_name} für ${site} wurde aus Ihrem Konto entfernt. Sie können sich damit nicht mehr anmelden.`,
      nichtSie,
    ],
    action: 'Passkeys prüfen',
    after: [],
  },
  recovery_codes_created: {
    subject: () => 'Neue Wiederherstellungscodes',
    before: () => [
      'für Ihr Konto wurden neue Wiederherstellungscodes erstellt. Die alten gelten nicht mehr.',
      nichtSie,
    ],
    action: 'Zwei-Faktor-Authentifizierung prüfen',
    after: [],
  },
  role_changed: {
    subject: ({ tenant_name }) => `Ihre Rolle bei ${tenant_name} wurde geändert`,
    before: ({ tenant_name, role }) => [`Sie sind jetzt ${role} von ${tenant_name}.`, fragen],
    action: 'Castellan öffnen',
    after: [],
  },
  account_disabled: {
    subject: ({ tenant_name }) => `Ihr Konto bei ${tenant_name} wurde deaktiviert`,
    before: ({ tenant_name }) => [
      `Ihr Konto bei ${tenant_name} wurde deaktiviert. Sie wurden überall abgemeldet und können sich erst wieder anmelden, wenn es aktiviert wird. Es wurde nichts gelöscht.`,
      fragen,
    ],
    after: [],
  },
  account_enabled: {
    subject: ({ tenant_name }) => `Ihr Konto bei ${tenant_name} wurde aktiviert`,
    before: ({ tenant_name }) => [`Ihr Konto bei ${tenant_name} wurde wieder aktiviert. Sie können sich anmelden.`],
    action: 'Anmelden',
    after: [],
  },
  member_removed: {
    subject: ({ tenant_name }) => `Sie wurden aus ${tenant_name} entfernt`,
    before: ({ tenant_name }) => [
      `Sie wurden aus ${tenant_name} entfernt. Sie wurden überall abgemeldet, und Ihre API-Schlüssel gelten nicht mehr.`,
      fragen,
    ],
    after: [],
  },
  deletion_scheduled: {
    subject: () => 'Ihr Konto wird gelöscht',
    before: ({ tenant_name, due }) => [
      `Ihr Konto bei ${tenant_name} wird am ${due} gelöscht. Sie wurden überall abgemeldet, und Ihre API-Schlüssel gelten nicht mehr.`,
      'Wenn Sie das nicht möchten, melden Sie sich vorher an und stellen Sie Ihr Konto wieder her. Wenn das jemand anderes war, ändern Sie danach Ihr Passwort.',
    ],
    action: 'Anmelden und wiederherstellen',
    after: [],
  },
  reset_link_created: {
    subject: () => 'Für Sie wurde ein Link zum Zurücksetzen des Passworts erstellt',
    before: () => [
      'es wurde ein Link erstellt, um für Ihr Konto ein neues Passwort festzulegen. Wer ihn hat, kann Ihr Passwort eine Stunde lang ändern.',
      'Wenn Sie nicht darum gebeten haben, melden Sie sich an, prüfen Sie Ihre Sitzungen und informieren Sie einen Inhaber Ihres Teams.',
    ],
    action: 'Sitzungen prüfen',
    after: [],
  },
  policies_changed: {
    subject: ({ tenant_name }) => `Die Richtlinien von ${tenant_name} wurden geändert`,
    before: ({ tenant_name, policies }) => [`diese Richtlinien von ${tenant_name} wurden geändert: ${policies}.`],
    action: 'Richtlinien prüfen',
    after: [],
  },
  mail_settings_changed: {
    subject: () => 'Der Mailserver wurde geändert',
    before: () => [
      'die Einstellungen des Mailservers, der die E-Mails dieses Servers sendet, wurden geändert oder entfernt. Wer den Mailserver betreibt, kann jeden gesendeten Link lesen.',
    ],
    action: 'Mailserver prüfen',
    after: [],
  },
};
