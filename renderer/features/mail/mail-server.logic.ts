import type { z } from 'zod';
import type { OutputOf } from '#shared/contract/operation.ts';
import type { getMailSettings } from '#shared/contract/settings/get-mail-settings.ts';
import type { updateMailSettings } from '#shared/contract/settings/update-mail-settings.ts';
import type { Translate } from '../../languages/translate.ts';

export type MailSettings = OutputOf<typeof getMailSettings>;
export type Security = z.output<typeof updateMailSettings.input>['security'];

/** The port that mail servers use for each kind of connection. */
const usualPorts: Record<Security, number> = { starttls: 587, tls: 465, none: 25 };

/** The port after the kind of connection was changed: a usual one follows, one that somebody chose stays. */
export const portAfter = (port: number, before: Security, after: Security): number =>
  port === usualPorts[before] ? usualPorts[after] : port;

/** What a form begins with: what is set, or what most servers ask for. */
export const initialSettings = ({ server }: MailSettings) => ({
  host: server?.host ?? '',
  port: server?.port ?? usualPorts.starttls,
  security: server && server.security !== 'opportunistic' ? server.security : ('starttls' as const),
  username: server?.username ?? '',
  server_password: '',
  sender_name: server?.sender_name || 'Castellan',
  sender_address: server?.sender_address ?? '',
  send_kept: true,
  password: '',
});
export type SettingsForm = Omit<ReturnType<typeof initialSettings>, 'security'> & { security: Security };

/** What is sent of a form: a password that was not typed is left out, so that the stored one stays. */
export const settingsOf = ({ send_kept, server_password, ...values }: SettingsForm) => ({
  ...values,
  ...(server_password !== '' && { server_password }),
  kept_mails: send_kept ? ('send' as const) : ('keep' as const),
});

/** Whether a password would travel where everybody on the way can read it. */
export const isExposed = ({ security, username }: Pick<SettingsForm, 'security' | 'username'>): boolean =>
  security === 'none' && username.trim() !== '';

/** Why no test mail can be sent; undefined where it can. */
export const testDisabledReason = ({ source }: Pick<MailSettings, 'source'>, t: Translate): string | undefined =>
  source === 'none' ? t('mail.server.test.nothingSet') : undefined;
