import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { SecretBox } from '../security/secret-box.ts';
import { findMailServer, type MailServerRow } from '../store/mail/mail-server.ts';
import { createSmtpTransport, type MailSender, type MailServer, type MailTransport } from './smtp.ts';

/**
 * The mail server in use: the one given at startup, else the one set in the console, else none. Changes apply from the
 * next email on.
 */
export interface MailGateway {
  /** The URL given at startup. It overrides the stored settings and cannot change at runtime. */
  readonly outside: string | undefined;
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
export const storedServer = (row: MailServerRow, secretBox: SecretBox): { server: MailServer; sender: MailSender } => {
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

export const createMailGateway = (
  { smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  db: Database,
  secretBox: SecretBox,
  /** Whether the service has one from its settings, although this process doesn't know it. */
  isSetElsewhere = false,
): MailGateway => {
  const fixed = smtpUrl === undefined ? undefined : createSmtpTransport(smtpUrl, mailFrom);
  let open: { row: string; transport: MailTransport } | undefined;

  const close = (): void => {
    open?.transport.close();
    open = undefined;
  };

  return {
    outside: smtpUrl,
    async transport() {
      if (fixed) return fixed;
      const row = await findMailServer(db.read);
      const text = JSON.stringify(row);
      if (open && open.row === text) return open.transport;
      close();
      if (!row) return undefined;
      const { server, sender } = storedServer(row, secretBox);
      const transport = createSmtpTransport(server, sender);
      open = { row: text, transport };
      return transport;
    },
    delivery: async () => (fixed || isSetElsewhere || (await findMailServer(db.read)) ? 'smtp' : 'kept'),
    close() {
      fixed?.close();
      close();
    },
  };
};
