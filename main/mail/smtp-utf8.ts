import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type SMTPPool from 'nodemailer/lib/smtp-pool';

const beyondAscii = /[^\0-\x7f]/;

/** Whether an address needs a server that takes more than ASCII (RFC 6531). The host of every stored address is ASCII. */
export const needsUtf8 = (address: string): boolean => beyondAscii.test(address);

/** The server takes only addresses in ASCII. As if it had refused the recipient for good, but no connection was wasted on it. */
export class AsciiOnlyError extends Error {
  override readonly name = 'AsciiOnlyError';
  readonly code = 'EENVELOPE';
  readonly command = 'RCPT TO';
  readonly responseCode = 553;
  constructor() {
    super('The mail server delivers to addresses in ASCII only: it does not offer SMTPUTF8 (RFC 6531)');
  }
}

type Socket = SMTPConnection.Options;
type OpenSocket = NonNullable<SMTPPool.Options['getSocket']>;

/**
 * Asks a server whether it takes addresses beyond ASCII. The mail library sends them without asking.
 * @throws Error if it can't be reached
 */
export const offersUtf8 = async (options: SMTPPool.Options, openSocket: OpenSocket): Promise<boolean> => {
  const [{ default: Connection }, { parseConnectionUrl }] = await Promise.all([
    import('nodemailer/lib/smtp-connection'),
    import('nodemailer/lib/shared'),
  ]);
  const target = { ...options, ...(options.url !== undefined && parseConnectionUrl(options.url)) };
  const socket = await new Promise<Socket>((resolve, reject) => {
    openSocket(target, (error, found) => (error ? reject(error) : resolve(found as Socket)));
  });
  const connection = new Connection({ ...target, ...socket });
  try {
    await new Promise<void>((resolve, reject) => {
      connection.on('error', reject);
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    // The last response is that to EHLO, after STARTTLS if the server is asked for it.
    return /[ -]SMTPUTF8\b/i.test(String(connection.lastServerResponse));
  } finally {
    connection.close();
  }
};
