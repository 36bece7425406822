import type { Config } from '../config.ts';
import type { Database } from '../database/open.ts';
import type { SecretBox } from '../security/secret-box.ts';
import { findMailServer, type MailServerRow } from '../store/mail-server.ts';
import { createSmtpTransport, type MailSender, type MailServer, type MailTransport } from './smtp.ts';

/**
 * The mail server in use: the one given at the start, else the one that was set in the console, else none. What is set
 * counts from the next mail on.
 */
export interface MailGateway {
  /** The URL given at the start; it wins over what is set, and cannot be changed while the program runs. */
  readonly outside: string | undefined;
  /** The SMTP transport, or undefined if no server is configured. @throws Error where the stored password can no longer be read. */
  transport(): Promise<MailTransport | undefined>;
  /** Whether mails are sent, or kept for the console to show. */
  delivery(): Promise<'smtp' | 'kept'>;
  close(): void;
}

/** What a stored server asks of the library. @throws Error where its password can no longer be read. */
export const storedServer = (
  { host, port, security, username, sealed_password, sender_name, sender_address }: MailServerRow,
  secretBox: SecretBox,
): { server: MailServer; sender: MailSender } => ({
  server: {
    host,
    port,
    security,
    ...(username !== null && {
      account: {
        user: username,
        password: sealed_password === null ? '' : secretBox.open(sealed_password, 'mail-server'),
      },
    }),
  },
  sender: { name: sender_name, address: sender_address },
});

export const createMailGateway = (
  { smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  db: Database,
  secretBox: SecretBox,
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
    delivery: async () => (fixed || (await findMailServer(db.read)) ? 'smtp' : 'kept'),
    close() {
      fixed?.close();
      close();
    },
  };
};
