import type { TextValues } from '../kind-values.ts';

/** What every notice says besides its own text: who did it, when, from where, and why its reader gets it. */
export interface NoticeFrame {
  by: (who: string) => string;
  /** The recipient, or whoever has their session. */
  self: string;
  operator: string;
  when: (at: string) => string;
  from: (device: string, address: string) => string;
  /** By whom the notice concerns: the account, or the owners of an organization. */
  why: Readonly<Record<'account' | 'owners', (params: TextValues<'mail_settings_changed'>) => string>>;
}

export const noticeFrames = {
  en: {
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
  },
  de: {
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
  },
} as const satisfies Record<string, NoticeFrame>;
