import type { Notices } from './notice.ts';
import { addressByOperator, de, en } from './words.ts';

/** Notices of changes of an account and its membership. */
export const accountNotices = {
  email_changed: {
    about: 'account',
    page: null,
    undoes: true,
    en: {
      subject: (params) =>
        addressByOperator(params) ? 'Your email address was changed' : 'Your email address is about to change',
      before: (params) => [
        addressByOperator(params)
          ? `The operator of this server changed the email address of your account to ${params.new_email}.`
          : `Someone who is signed in to your account asked to change its email address to ${params.new_email}. The change takes effect once the new address is verified.`,
        `${addressByOperator(params) ? 'If you don’t want this' : 'If this wasn’t you'}, undo the change. ${
          addressByOperator(params) ? 'You’ll get your address back.' : 'You’ll keep your address, or get it back.'
        } You’ll be signed out everywhere, your API keys and everything that was added to your account since will be deleted, and we’ll email you a link to set a new password.`,
      ],
      action: en.undo,
      after: en.sevenDays,
    },
    de: {
      subject: (params) =>
        addressByOperator(params) ? 'Ihre E-Mail-Adresse wurde geändert' : 'Ihre E-Mail-Adresse soll geändert werden',
      before: (params) => [
        addressByOperator(params)
          ? `der Betreiber dieses Servers hat die E-Mail-Adresse Ihres Kontos in ${params.new_email} geändert.`
          : `in Ihrem Konto wurde die Änderung der E-Mail-Adresse in ${params.new_email} angefordert. Sie gilt, sobald die neue Adresse bestätigt ist.`,
        `${addressByOperator(params) ? 'Wenn Sie das nicht möchten' : 'Wenn Sie das nicht waren'}, machen Sie die Änderung rückgängig. ${
          addressByOperator(params)
            ? 'Ihre bisherige Adresse wird dann wiederhergestellt.'
            : 'Ihre bisherige Adresse gilt dann weiter oder wird wiederhergestellt.'
        } Sie werden überall abgemeldet, Ihre API-Schlüssel und alles, was Ihrem Konto seitdem hinzugefügt wurde, werden gelöscht, und Sie erhalten einen Link, um ein neues Passwort festzulegen.`,
      ],
      action: de.undo,
      after: de.sevenDays,
    },
  },
  role_changed: {
    about: 'account',
    page: '/dashboard',
    undoes: false,
    en: {
      subject: ({ tenant_name }) => `Your role in ${tenant_name} was changed`,
      before: ({ tenant_name, role }) => [`You’re now ${role} of ${tenant_name}.`, en.ask],
      action: 'Open Castellan',
      after: [],
    },
    de: {
      subject: ({ tenant_name }) => `Ihre Rolle bei ${tenant_name} wurde geändert`,
      before: ({ tenant_name, role }) => [`Sie sind jetzt ${role} von ${tenant_name}.`, de.ask],
      action: 'Castellan öffnen',
      after: [],
    },
  },
  account_disabled: {
    about: 'account',
    page: null,
    undoes: false,
    en: {
      subject: ({ tenant_name }) => `Your account at ${tenant_name} was disabled`,
      before: ({ tenant_name }) => [
        `Your account at ${tenant_name} was disabled. You’ve been signed out everywhere and can’t sign in until it’s enabled again. Nothing was deleted.`,
        en.ask,
      ],
      after: [],
    },
    de: {
      subject: ({ tenant_name }) => `Ihr Konto bei ${tenant_name} wurde deaktiviert`,
      before: ({ tenant_name }) => [
        `Ihr Konto bei ${tenant_name} wurde deaktiviert. Sie wurden überall abgemeldet und können sich erst wieder anmelden, wenn es aktiviert wird. Es wurde nichts gelöscht.`,
        de.ask,
      ],
      after: [],
    },
  },
  account_enabled: {
    about: 'account',
    page: '/login',
    undoes: false,
    en: {
      subject: ({ tenant_name }) => `Your account at ${tenant_name} was enabled`,
      before: ({ tenant_name }) => [`Your account at ${tenant_name} was enabled again. You can sign in.`],
      action: 'Sign in',
      after: [],
    },
    de: {
      subject: ({ tenant_name }) => `Ihr Konto bei ${tenant_name} wurde aktiviert`,
      before: ({ tenant_name }) => [`Ihr Konto bei ${tenant_name} wurde wieder aktiviert. Sie können sich anmelden.`],
      action: 'Anmelden',
      after: [],
    },
  },
  account_locked: {
    about: 'account',
    page: '/forgot',
    undoes: false,
    en: {
      subject: ({ tenant_name }) => `Failed sign-ins to your account at ${tenant_name}`,
      before: ({ tenant_name }) => [
        `Someone entered several wrong passwords or codes in a row for your account at ${tenant_name}. Further attempts like these have to wait. You can still sign in on other devices that you have used before.`,
        'If that was you and you forgot your password, reset it. If it wasn’t, you don’t have to do anything, unless you use the same password elsewhere.',
      ],
      action: 'Reset password',
      after: [],
    },
    de: {
      subject: ({ tenant_name }) => `Fehlgeschlagene Anmeldungen in Ihrem Konto bei ${tenant_name}`,
      before: ({ tenant_name }) => [
        `für Ihr Konto bei ${tenant_name} wurden mehrmals nacheinander falsche Passwörter oder Codes eingegeben. Weitere Versuche dieser Art sind erst nach einer Wartezeit möglich. Auf anderen Geräten, die Sie schon verwendet haben, können Sie sich weiter anmelden.`,
        'Wenn Sie das waren und Ihr Passwort vergessen haben, setzen Sie es zurück. Wenn nicht, müssen Sie nichts tun, außer Sie verwenden dasselbe Passwort auch anderswo.',
      ],
      action: 'Passwort zurücksetzen',
      after: [],
    },
  },
  account_unlocked: {
    about: 'account',
    page: '/login',
    undoes: false,
    en: {
      subject: ({ tenant_name }) => `Your account at ${tenant_name} was unlocked`,
      before: ({ tenant_name }) => [
        `Your account at ${tenant_name} was locked after wrong passwords, and has been unlocked. You can sign in.`,
        'If you didn’t enter them, someone else tried to. Choose a password that you use nowhere else.',
      ],
      action: 'Sign in',
      after: [],
    },
    de: {
      subject: ({ tenant_name }) => `Ihr Konto bei ${tenant_name} wurde entsperrt`,
      before: ({ tenant_name }) => [
        `Ihr Konto bei ${tenant_name} war nach falschen Passwörtern gesperrt und wurde entsperrt. Sie können sich anmelden.`,
        'Wenn Sie diese nicht eingegeben haben, hat es jemand anderes versucht. Wählen Sie ein Passwort, das Sie sonst nirgends verwenden.',
      ],
      action: 'Anmelden',
      after: [],
    },
  },
  member_removed: {
    about: 'account',
    page: null,
    undoes: false,
    en: {
      subject: ({ tenant_name }) => `You were removed from ${tenant_name}`,
      before: ({ tenant_name }) => [
        `You were removed from ${tenant_name}. You’ve been signed out everywhere, and your API keys no longer work.`,
        en.ask,
      ],
      after: [],
    },
    de: {
      subject: ({ tenant_name }) => `Sie wurden aus ${tenant_name} entfernt`,
      before: ({ tenant_name }) => [
        `Sie wurden aus ${tenant_name} entfernt. Sie wurden überall abgemeldet, und Ihre API-Schlüssel gelten nicht mehr.`,
        de.ask,
      ],
      after: [],
    },
  },
  deletion_scheduled: {
    about: 'account',
    page: '/login',
    undoes: false,
    en: {
      subject: () => 'Your account will be deleted',
      before: ({ tenant_name, due }) => [
        `Your account at ${tenant_name} will be deleted on ${due}. You’ve been signed out everywhere, and your API keys no longer work.`,
        'If you don’t want this, sign in before then and restore your account. If someone else did this, change your password after that.',
      ],
      action: 'Sign in to restore it',
      after: [],
    },
    de: {
      subject: () => 'Ihr Konto wird gelöscht',
      before: ({ tenant_name, due }) => [
        `Ihr Konto bei ${tenant_name} wird am ${due} gelöscht. Sie wurden überall abgemeldet, und Ihre API-Schlüssel gelten nicht mehr.`,
        'Wenn Sie das nicht möchten, melden Sie sich vorher an und stellen Sie Ihr Konto wieder her. Wenn das jemand anderes war, ändern Sie danach Ihr Passwort.',
      ],
      action: 'Anmelden und wiederherstellen',
      after: [],
    },
  },
} as const satisfies Notices;
