import type { z } from 'zod';
import type { getMailSettings } from '#shared/contract/mail/get-mail-settings.ts';
import type { updateMailSettings } from '#shared/contract/mail/update-mail-settings.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import type { Translate } from '../../languages/translate.ts';

export type MailSettings = OutputOf<typeof getMailSettings>;
export type Security = z.output<typeof updateMailSettings.input>['security'];

/** Default port for each connection type. */
const usualPorts: Record<Security, number> = { starttls: 587, tls: 465, none: 25 };

/** The port after a change of connection type: a default follows, a custom one stays. */
export const portAfter = (port: number, before: Security, after: Security): number =>
  port === usualPorts[before] ? usualPorts[after] : port;

/** Initial form values: the saved settings, or what most servers need. */
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

/** Request body of a form: omits a password that was not typed, so that the stored one stays. */
export const settingsOf = ({ send_kept, server_password, ...values }: SettingsForm) => ({
  ...values,
  ...(server_password !== '' && { server_password }),
  kept_mails: send_kept ? ('send' as const) : ('keep' as const),
});

/** Whether the password would be sent unencrypted. */
export const isExposed = ({ security, username }: Pick<SettingsForm, 'security' | 'username'>): boolean =>
  security === 'none' && username.trim() !== '';

/** Why no test email can be sent; undefined if it can. */
export const testDisabledReason = ({ source }: Pick<MailSettings, 'source'>, t: Translate): string | undefined =>
  source === 'none' ? t('mail.server.test.nothingSet') : undefined;
