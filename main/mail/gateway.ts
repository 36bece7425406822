import { readSender, type Sender } from '#shared/text-input/sender.ts';
import type { Config } from '../config/config.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { SecretBox } from '../security/secret-box.ts';
import type { Database } from '../storage/database/database.ts';
import { findMailServer, type MailServerRow } from '../storage/store/mail/mail-server.ts';
import { createSmtpTransport, type MailServer, type MailTransport } from './smtp.ts';

/**
 * The mail server in use: the one given at startup, else the one set in the console, else none. Changes apply from the
 * next email on.
 */
export interface MailGateway {
  /** The URL in the settings of the service. It overrides the stored settings, and only a reload changes it. */
  outside(): string | undefined;
  /**
   * The SMTP transport, or undefined if no server is configured.
   * @throws Error if the stored password cannot be decrypted.
   */
  transport(): Promise<MailTransport | undefined>;
  /** Whether emails are sent or held for the console to show. */
  delivery(): Promise<'smtp' | 'kept'>;
  close(): void;
}

/** Converts stored settings for the mail library. @throws Error if the password cannot be decrypted. */
export const storedMailServer = (row: MailServerRow, secretBox: SecretBox): { server: MailServer; sender: Sender } => {
  const { host, port, security, username, sealed_password, sender_name, sender_address } = row;
  return {
    server: {
      host,
      port,
      security,
      ...(username !== null && {
        account: {
          user: username,
          password: sealed_password === null ? '' : secretBox.open('mail_server.sealed_password', row),
        },
      }),
    },
    sender: { name: sender_name, address: sender_address },
  };
};

/** Who email is from, if the mail server is set where the program is started. */
export const senderOf = ({ mailFrom }: Pick<Config, 'mailFrom'>): Sender =>
  // The setting was read: it has an address.
  readSender(mailFrom) ?? { name: '', address: mailFrom };

export const createMailGateway = (
  { config, secrets }: { config: Pick<Config, 'mailFrom' | 'mailHostname'>; secrets: Pick<Secrets, 'current'> },
  db: Database,
  secretBox: SecretBox,
  /** Whether the service has one from its settings, although this process doesn't know it. */
  isSetElsewhere = false,
): MailGateway => {
  const outside = () => secrets.current().smtpUrl;
  let open: { row: string; transport: MailTransport } | undefined;

  const close = (): void => {
    open?.transport.close();
    open = undefined;
  };

  return {
    outside,
    async transport() {
      const url = outside();
      const row = url === undefined ? await findMailServer(db.read) : undefined;
      const text = JSON.stringify(url ?? row);
      if (open && open.row === text) return open.transport;
      close();
      const parts =
        url === undefined ? row && storedMailServer(row, secretBox) : { server: url, sender: senderOf(config) };
      if (!parts) return undefined;
      const transport = createSmtpTransport(parts.server, parts.sender, config.mailHostname);
      open = { row: text, transport };
      return transport;
    },
    delivery: async () =>
      outside() !== undefined || isSetElsewhere || (await findMailServer(db.read)) ? 'smtp' : 'kept',
    close,
  };
};
