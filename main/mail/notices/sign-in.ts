import type { Notices } from './notice.ts';
import { de, en } from './words.ts';

const protection = '/dashboard/profile?tab=second-factor';

/** Notices of changes of what someone can sign in or act with. */
export const signInNotices = {
  new_sign_in: {
    about: 'account',
    page: '/dashboard/sessions?tab=sign-ins',
    undoes: false,
    en: {
      subject: ({ tenant_name }) => `New sign-in to ${tenant_name}`,
      before: ({ tenant_name }) => [
        `Someone signed in to your account at ${tenant_name} on a device that we don’t recognize.`,
        'If this was you, you don’t have to do anything. If it wasn’t, open your sign-ins and choose “This wasn’t me”.',
      ],
      action: 'Check your sign-ins',
      after: [],
    },
    de: {
      subject: ({ tenant_name }) => `Neue Anmeldung bei ${tenant_name}`,
      before: ({ tenant_name }) => [
        `in Ihrem Konto bei ${tenant_name} hat sich jemand auf einem Gerät angemeldet, das wir nicht kennen.`,
        'Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, öffnen Sie Ihre Anmeldungen und wählen Sie „Das war ich nicht“.',
      ],
      action: 'Anmeldungen prüfen',
      after: [],
    },
  },
  device_trusted: {
    about: 'account',
    page: '/dashboard/sessions',
    undoes: false,
    en: {
      subject: () => 'A device no longer needs a second step',
      before: ({ tenant_name, days }) => [
        `A device was trusted for your account at ${tenant_name}. For ${days === '1' ? '1 day' : `${days} days`}, it signs in with just your password.`,
        'If this wasn’t you, remove the device from your sessions and change your password.',
      ],
      action: 'Check your devices',
      after: [],
    },
    de: {
      subject: () => 'Ein Gerät braucht keinen zweiten Schritt mehr',
      before: ({ tenant_name, days }) => [
        `für Ihr Konto bei ${tenant_name} wurde einem Gerät vertraut. ${days === '1' ? '1 Tag' : `${days} Tage`} lang meldet es sich nur mit Ihrem Passwort an.`,
        'Wenn Sie das nicht waren, entfernen Sie das Gerät unter Sitzungen und ändern Sie Ihr Passwort.',
      ],
      action: 'Geräte prüfen',
      after: [],
    },
  },
  passkey_added: {
    about: 'account',
    page: null,
    undoes: true,
    en: {
      subject: ({ passkey_name }) => `New passkey: ${passkey_name}`,
      before: (params) => [
        `The passkey ${params.passkey_name} for ${params.site} was added to your account. You can sign in with it, and your password alone is no longer enough.`,
        en.undoes(params, 'the passkey'),
      ],
      action: en.undo,
      after: en.sevenDays,
    },
    de: {
      subject: ({ passkey_name }) => `Neuer Passkey: ${passkey_name}`,
      before: (params) => [
        `der Passkey ${params.passkey_name} für ${params.site} wurde zu Ihrem Konto hinzugefügt. Sie können sich damit anmelden, und Ihr Passwort allein genügt nicht mehr.`,
        de.undoes(params, 'Der Passkey'),
      ],
      action: de.undo,
      after: de.sevenDays,
    },
  },
  second_factor_on: {
    about: 'account',
    page: null,
    undoes: true,
    en: {
      subject: () => 'Two-factor authentication is on',
      before: (params) => [
        'Two-factor authentication was turned on for your account with an authenticator app. From now on, your password alone isn’t enough to sign in.',
        en.undoes(params, 'the authenticator app'),
      ],
      action: en.undo,
      after: en.sevenDays,
    },
    de: {
      subject: () => 'Zwei-Faktor-Authentifizierung eingeschaltet',
      before: (params) => [
        'die Zwei-Faktor-Authentifizierung Ihres Kontos wurde mit einer Authenticator-App eingeschaltet. Ab jetzt genügt Ihr Passwort allein nicht mehr zur Anmeldung.',
        de.undoes(params, 'Die Authenticator-App'),
      ],
      action: de.undo,
      after: de.sevenDays,
    },
  },
  api_key_created: {
    about: 'account',
    page: null,
    undoes: true,
    en: {
      subject: ({ key_name }) => `New API key: ${key_name}`,
      before: (params) => [
        `The API key ${params.key_name}, starting with ${params.prefix}, was created for your account.`,
        `Scopes: ${params.scopes}. Expires: ${params.ends}.`,
        en.undoes(params, 'the key'),
      ],
      action: en.undo,
      after: en.sevenDays,
    },
    de: {
      subject: ({ key_name }) => `Neuer API-Schlüssel: ${key_name}`,
      before: (params) => [
        `der API-Schlüssel ${params.key_name}, der mit ${params.prefix} beginnt, wurde für Ihr Konto erstellt.`,
        `Berechtigungen: ${params.scopes}. Läuft ab: ${params.ends}.`,
        de.undoes(params, 'Der Schlüssel'),
      ],
      action: de.undo,
      after: de.sevenDays,
    },
  },
  api_key_revoked: {
    about: 'account',
    page: '/dashboard/profile?tab=api-keys',
    undoes: false,
    en: {
      subject: ({ key_name }) => `API key revoked: ${key_name}`,
      before: ({ key_name, prefix }) => [
        `Your API key ${key_name}, starting with ${prefix}, was revoked. What uses it gets no more answers.`,
        en.ask,
      ],
      action: 'Check your API keys',
      after: [],
    },
    de: {
      subject: ({ key_name }) => `API-Schlüssel widerrufen: ${key_name}`,
      before: ({ key_name, prefix }) => [
        `Ihr API-Schlüssel ${key_name}, der mit ${prefix} beginnt, wurde widerrufen. Was ihn verwendet, erhält keine Antworten mehr.`,
        de.ask,
      ],
      action: 'API-Schlüssel prüfen',
      after: [],
    },
  },
  recovery_codes_created: {
    about: 'account',
    page: null,
    undoes: true,
    en: {
      subject: () => 'New recovery codes',
      before: (params) => [
        'New recovery codes were created for your account. The old ones no longer work.',
        en.undoes(params, 'the new codes'),
      ],
      action: en.undo,
      after: en.sevenDays,
    },
    de: {
      subject: () => 'Neue Wiederherstellungscodes',
      before: (params) => [
        'für Ihr Konto wurden neue Wiederherstellungscodes erstellt. Die alten gelten nicht mehr.',
        de.undoes(params, 'Der neue Satz Wiederherstellungscodes'),
      ],
      action: de.undo,
      after: de.sevenDays,
    },
  },
  password_changed: {
    about: 'account',
    page: '/forgot',
    undoes: false,
    en: {
      subject: () => 'Your password was changed',
      before: () => [
        'The password of your account was changed. You’ve been signed out on all other devices.',
        en.notYou,
      ],
      action: 'Reset password',
      after: [],
    },
    de: {
      subject: () => 'Ihr Passwort wurde geändert',
      before: () => [
        'das Passwort Ihres Kontos wurde geändert. Sie wurden auf allen anderen Geräten abgemeldet.',
        de.notYou,
      ],
      action: 'Passwort zurücksetzen',
      after: [],
    },
  },
  second_factor_off: {
    about: 'account',
    page: protection,
    undoes: false,
    en: {
      subject: () => 'Authenticator app removed',
      before: () => [
        'The authenticator app was removed from your account. Unless you have a passkey, you now sign in with just your password.',
        'If this wasn’t you, reset your password right away, set up the authenticator app again, and tell an owner of your organization.',
      ],
      action: 'Set up two-factor authentication',
      after: [],
    },
    de: {
      subject: () => 'Authenticator-App entfernt',
      before: () => [
        'die Authenticator-App wurde aus Ihrem Konto entfernt. Wenn Sie keinen Passkey haben, melden Sie sich jetzt nur mit Ihrem Passwort an.',
        'Wenn Sie das nicht waren, setzen Sie Ihr Passwort sofort zurück, richten Sie die Authenticator-App wieder ein und informieren Sie einen Inhaber Ihrer Organisation.',
      ],
      action: 'Zwei-Faktor-Authentifizierung einrichten',
      after: [],
    },
  },
  second_factor_reset: {
    about: 'account',
    page: protection,
    undoes: false,
    en: {
      subject: () => 'Your two-factor authentication was reset',
      before: ({ actor_name }) => [
        `${actor_name === undefined ? 'The operator of this server' : `${actor_name}, an owner of your organization,`} reset two-factor authentication for your account. You’ve been signed out everywhere, and you now sign in with just your password.`,
        'If you didn’t ask for this, contact an owner of your organization. Set it up again after you sign in.',
      ],
      action: 'Set up two-factor authentication',
      after: [],
    },
    de: {
      subject: () => 'Ihre Zwei-Faktor-Authentifizierung wurde zurückgesetzt',
      before: ({ actor_name }) => [
        `${actor_name === undefined ? 'der Betreiber dieses Servers' : `${actor_name}, Inhaber Ihrer Organisation,`} hat die Zwei-Faktor-Authentifizierung Ihres Kontos zurückgesetzt. Sie wurden überall abgemeldet und melden sich jetzt nur mit Ihrem Passwort an.`,
        'Wenn Sie nicht darum gebeten haben, wenden Sie sich an einen Inhaber Ihrer Organisation. Richten Sie die Zwei-Faktor-Authentifizierung nach der Anmeldung neu ein.',
      ],
      action: 'Zwei-Faktor-Authentifizierung einrichten',
      after: [],
    },
  },
  passkey_removed: {
    about: 'account',
    page: '/dashboard/profile?tab=passkeys',
    undoes: false,
    en: {
      subject: ({ passkey_name }) => `Passkey removed: ${passkey_name}`,
      before: ({ passkey_name, site }) => [
        `The passkey ${passkey_name} for ${site} was removed from your account. You can no longer sign in with it.`,
        en.notYou,
      ],
      action: 'Check your passkeys',
      after: [],
    },
    de: {
      subject: ({ passkey_name }) => `Passkey entfernt: ${passkey_name}`,
      before: ({ passkey_name, site }) => [
        `der Passkey ${passkey_name} für ${site} wurde aus Ihrem Konto entfernt. Sie können sich damit nicht mehr anmelden.`,
        de.notYou,
      ],
      action: 'Passkeys prüfen',
      after: [],
    },
  },
  reset_link_created: {
    about: 'account',
    page: '/dashboard/sessions',
    undoes: false,
    en: {
      subject: () => 'A password reset link was created for you',
      before: () => [
        'A link to set a new password for your account was created. For one hour, anyone who has it can set your password.',
        'If you didn’t ask for this, sign in, check your sessions, and tell an owner of your organization.',
      ],
      action: 'Check your sessions',
      after: [],
    },
    de: {
      subject: () => 'Für Sie wurde ein Link zum Zurücksetzen des Passworts erstellt',
      before: () => [
        'es wurde ein Link erstellt, um für Ihr Konto ein neues Passwort festzulegen. Wer ihn hat, kann Ihr Passwort eine Stunde lang ändern.',
        'Wenn Sie nicht darum gebeten haben, melden Sie sich an, prüfen Sie Ihre Sitzungen und informieren Sie einen Inhaber Ihrer Organisation.',
      ],
      action: 'Sitzungen prüfen',
      after: [],
    },
  },
} as const satisfies Notices;
