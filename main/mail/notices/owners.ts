import type { TextValues } from '../kind-values.ts';
import type { Notices } from './notice.ts';
import { byOperator, de, en } from './words.ts';

type Asked = TextValues<'approval_requested'>;
const limitOf = ({ amount }: Asked, none: string): string => (amount === '' ? none : amount);

/** What an owner is asked to agree to, by the kind of change. */
const asked = {
  en: (params: Asked): string =>
    ({
      upgrade: `an upgrade of ${params.server}`,
      billing_cycle: `another billing cycle of ${params.server}`,
      service_level: `another service level of ${params.server}`,
      limit: `a higher amount up to which one owner decides alone: ${limitOf(params, 'no limit')}`,
    })[params.change] ?? `a change of ${params.server}`,
  de: (params: Asked): string =>
    ({
      upgrade: `ein Upgrade von ${params.server}`,
      billing_cycle: `ein anderer Abrechnungszeitraum von ${params.server}`,
      service_level: `ein anderer Servicelevel von ${params.server}`,
      limit: `ein höherer Betrag, bis zu dem ein Inhaber allein entscheidet: ${limitOf(params, 'keine Grenze')}`,
    })[params.change] ?? `eine Änderung an ${params.server}`,
};

/** What a service account proves itself with. */
const keyOf = {
  en: ({ kind }: Pick<TextValues<'service_account_key_created'>, 'kind'>): string =>
    kind === 'client_secret' ? 'client secret' : 'key',
  de: ({ kind }: Pick<TextValues<'service_account_key_created'>, 'kind'>) =>
    kind === 'client_secret'
      ? {
          title: 'Neues Client-Geheimnis',
          the: 'das Client-Geheimnis',
          that: 'das',
          accusative: 'das Client-Geheimnis',
        }
      : { title: 'Neuer Schlüssel', the: 'der Schlüssel', that: 'der', accusative: 'den Schlüssel' },
};

/** Notices to the owners of an organization. */
export const ownerNotices = {
  owner_added: {
    about: 'owners',
    page: '/dashboard/team',
    undoes: true,
    en: {
      subject: ({ owner_name, tenant_name }) => `New owner of ${tenant_name}: ${owner_name}`,
      before: (params) => [
        `${params.owner_name} (${params.owner_email}) is now an owner of ${params.tenant_name}. Owners can change everything in it, and remove each other.`,
        byOperator(params)
          ? 'If you don’t know why, ask the operator of this server.'
          : `If this isn’t right, undo the change. ${params.owner_name} gets their previous role back and is signed out everywhere, and the session that did this ends.`,
      ],
      action: (params) => (byOperator(params) ? 'Open the team page' : en.undo),
      after: (params) => (byOperator(params) ? [] : en.sevenDays),
    },
    de: {
      subject: ({ owner_name, tenant_name }) => `Neuer Inhaber von ${tenant_name}: ${owner_name}`,
      before: (params) => [
        `${params.owner_name} (${params.owner_email}) ist jetzt Inhaber von ${params.tenant_name}. Inhaber dürfen dort alles ändern und einander entfernen.`,
        byOperator(params)
          ? 'Wenn Sie den Grund nicht kennen, fragen Sie den Betreiber dieses Servers.'
          : `Wenn das nicht stimmt, machen Sie die Änderung rückgängig. ${params.owner_name} erhält die vorherige Rolle zurück und wird überall abgemeldet, ebenso, wer das war.`,
      ],
      action: (params) => (byOperator(params) ? 'Teamseite öffnen' : de.undo),
      after: (params) => (byOperator(params) ? [] : de.sevenDays),
    },
  },
  service_account_changed: {
    about: 'owners',
    page: '/dashboard/settings?tab=service-accounts',
    undoes: false,
    en: {
      subject: ({ account_name, tenant_name }) => `A service account of ${tenant_name} may do more: ${account_name}`,
      before: (params) => [
        `The service account ${params.account_name} of ${params.tenant_name} was enabled, or may do more than before. Anyone with one of its keys can now act as ${params.role} within its scopes.`,
        `Scopes: ${params.scopes}.`,
        'If you don’t know why, disable the service account and ask the person who changed it.',
      ],
      action: 'Open service accounts',
      after: [],
    },
    de: {
      subject: ({ account_name, tenant_name }) => `Ein Dienstkonto von ${tenant_name} darf mehr: ${account_name}`,
      before: (params) => [
        `das Dienstkonto ${params.account_name} von ${params.tenant_name} wurde aktiviert oder darf mehr als vorher. Wer einen seiner Schlüssel hat, kann im Rahmen seiner Berechtigungen jetzt als ${params.role} handeln.`,
        `Berechtigungen: ${params.scopes}.`,
        'Wenn Sie den Grund nicht kennen, deaktivieren Sie das Dienstkonto und fragen Sie nach, wer es geändert hat.',
      ],
      action: 'Dienstkonten öffnen',
      after: [],
    },
  },
  service_account_key_created: {
    about: 'owners',
    page: '/dashboard/settings?tab=service-accounts',
    undoes: false,
    en: {
      subject: (params) =>
        `New ${keyOf.en(params)} of a service account of ${params.tenant_name}: ${params.account_name}`,
      before: (params) => [
        `The ${keyOf.en(params)} ${params.key_name}, starting with ${params.prefix}, was created for the service account ${params.account_name} (${params.role}) of ${params.tenant_name}. Anyone with the ${keyOf.en(params)} can act as the service account.`,
        `Scopes: ${params.scopes}. Expires: ${params.ends}.`,
        `If you don’t know why, disable the service account and ask the person who created the ${keyOf.en(params)}.`,
      ],
      action: 'Open service accounts',
      after: [],
    },
    de: {
      subject: (params) =>
        `${keyOf.de(params).title} eines Dienstkontos von ${params.tenant_name}: ${params.account_name}`,
      before: (params) => [
        `${keyOf.de(params).the} ${params.key_name}, ${keyOf.de(params).that} mit ${params.prefix} beginnt, wurde für das Dienstkonto ${params.account_name} (${params.role}) von ${params.tenant_name} erstellt. Wer ${keyOf.de(params).accusative} hat, kann als dieses Dienstkonto handeln.`,
        `Berechtigungen: ${params.scopes}. Läuft ab: ${params.ends}.`,
        `Wenn Sie den Grund nicht kennen, deaktivieren Sie das Dienstkonto und fragen Sie nach, wer ${keyOf.de(params).accusative} erstellt hat.`,
      ],
      action: 'Dienstkonten öffnen',
      after: [],
    },
  },
  policies_changed: {
    about: 'owners',
    page: '/dashboard/settings?tab=organization',
    undoes: false,
    en: {
      subject: ({ tenant_name }) => `The policies of ${tenant_name} were changed`,
      before: ({ tenant_name, policies }) => [`These policies of ${tenant_name} were changed: ${policies}.`],
      action: 'Check the policies',
      after: [],
    },
    de: {
      subject: ({ tenant_name }) => `Die Richtlinien von ${tenant_name} wurden geändert`,
      before: ({ tenant_name, policies }) => [`diese Richtlinien von ${tenant_name} wurden geändert: ${policies}.`],
      action: 'Richtlinien prüfen',
      after: [],
    },
  },
  mail_settings_changed: {
    about: 'owners',
    page: '/dashboard/mail?tab=server',
    undoes: false,
    en: {
      subject: () => 'The mail server was changed',
      before: () => [
        'The settings of the mail server that sends this server’s email were changed or removed. Anyone who runs the mail server can read every link that’s sent.',
      ],
      action: 'Check the mail server',
      after: [],
    },
    de: {
      subject: () => 'Der Mailserver wurde geändert',
      before: () => [
        'die Einstellungen des Mailservers, der die E-Mails dieses Servers sendet, wurden geändert oder entfernt. Wer den Mailserver betreibt, kann jeden gesendeten Link lesen.',
      ],
      action: 'Mailserver prüfen',
      after: [],
    },
  },
  event_destination_added: {
    about: 'owners',
    page: '/dashboard/events',
    undoes: false,
    en: {
      subject: ({ tenant_name }) => `Events of ${tenant_name} are sent to another program`,
      before: ({ tenant_name, destination, host }) => [
        `From now on, Castellan tells ${destination} (${host}) what happens in ${tenant_name}: who joins and leaves, who signs in, and what they change.`,
      ],
      action: 'Check the destinations',
      after: [],
    },
    de: {
      subject: ({ tenant_name }) => `Ereignisse von ${tenant_name} gehen an ein anderes Programm`,
      before: ({ tenant_name, destination, host }) => [
        `Castellan teilt ${destination} (${host}) ab jetzt mit, was bei ${tenant_name} geschieht: wer dazukommt und geht, wer sich anmeldet und was geändert wird.`,
      ],
      action: 'Ziele prüfen',
      after: [],
    },
  },
  approval_requested: {
    about: 'owners',
    page: '/dashboard/hosting',
    undoes: false,
    en: {
      subject: ({ tenant_name }) => `Your agreement is needed: a change in ${tenant_name}`,
      before: (params) => [
        `Another owner of ${params.tenant_name} asks you to agree to ${asked.en(params)}. It waits until someone other than them agrees.`,
        ...(params.change === 'limit'
          ? []
          : [params.amount === '' ? 'Its cost isn’t known.' : `It costs ${params.amount}.`]),
      ],
      action: 'Open the request',
      after: ['A request waits for seven days.'],
    },
    de: {
      subject: ({ tenant_name }) => `Ihre Zustimmung ist nötig: eine Änderung in ${tenant_name}`,
      before: (params) => [
        `ein anderer Inhaber von ${params.tenant_name} bittet Sie um Zustimmung: ${asked.de(params)}. Vorher geschieht es nicht.`,
        ...(params.change === 'limit'
          ? []
          : [params.amount === '' ? 'Was es kostet, ist nicht bekannt.' : `Es kostet ${params.amount}.`]),
      ],
      action: 'Anfrage öffnen',
      after: ['Eine Anfrage gilt sieben Tage.'],
    },
  },
} as const satisfies Notices;
