import type { TextValues } from '../kind-values.ts';

/** What every notice says besides its own text: who did it, when, from where, and why its reader gets it. */
export interface NoticeFrame {
  by: string;
  /** The recipient, or whoever has their session. */
  self: string;
  operator: string;
  serviceAccount: (name: string) => string;
  when: string;
  from: string;
  address: (ip: string) => string;
  /** By whom the notice concerns: the account, the owners of an organization, or whoever wants to hear of it. */
  why: Readonly<Record<'account' | 'owners' | 'news', (params: TextValues<'mail_settings_changed'>) => string>>;
}

export const noticeFrames = {
  en: {
    by: 'By',
    self: 'Someone who is signed in to your account',
    operator: 'The operator of this server',
    serviceAccount: (name) => `Service account ${name}`,
    when: 'When',
    from: 'From',
    address: (ip) => `IP address ${ip}`,
    why: {
      account: () =>
        'You’re getting this email because it’s about the security of your account. These emails can’t be turned off.',
      owners: ({ tenant_name }) =>
        `You’re getting this email because you’re an owner of ${tenant_name}. These emails can’t be turned off.`,
      news: () => 'You’re getting this email because your email notifications are on.',
    },
  },
  de: {
    by: 'Von',
    self: 'Jemand, der in Ihrem Konto angemeldet ist',
    operator: 'Der Betreiber dieses Servers',
    serviceAccount: (name) => `Dienstkonto ${name}`,
    when: 'Wann',
    from: 'Von wo',
    address: (ip) => `IP-Adresse ${ip}`,
    why: {
      account: () =>
        'Sie erhalten diese E-Mail, weil sie die Sicherheit Ihres Kontos betrifft. Solche E-Mails lassen sich nicht abschalten.',
      owners: ({ tenant_name }) =>
        `Sie erhalten diese E-Mail, weil Sie Inhaber von ${tenant_name} sind. Solche E-Mails lassen sich nicht abschalten.`,
      news: () => 'Sie erhalten diese E-Mail, weil Ihre Benachrichtigungen per E-Mail eingeschaltet sind.',
    },
  },
} as const satisfies Record<string, NoticeFrame>;
