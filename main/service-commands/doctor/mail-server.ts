import { setTimeout as sleep } from 'node:timers/promises';
import { second } from '#shared/rules/limits.ts';
import type { Config } from '../../config/config.ts';
import { senderOf, storedMailServer } from '../../mail/gateway.ts';
import { createSmtpTransport, type MailTransport } from '../../mail/smtp.ts';
import { StartError } from '../../platform/start-error.ts';
import type { SecretBox } from '../../security/secret-box.ts';
import type { MailServerRow } from '../../storage/store/mail/mail-server.ts';

/** Where the settings of the mail server are. */
export interface MailServerToCheck {
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'mailHostname'>;
  /** The server set in the console. Undefined if there is none, and a reason if it can't be read yet. */
  stored: () => Promise<MailServerRow | string | undefined>;
  /** How much email waits because the server refused the sender. Undefined if it didn't. */
  waitsForSender?: () => Promise<number | undefined>;
  /** Opens its password. */
  secretBox: () => Promise<SecretBox>;
}

/** The mail server and how to connect to it, or why there is none. */
const findTransport = async ({
  config,
  stored,
  secretBox,
}: MailServerToCheck): Promise<{ host: string; open: () => Promise<MailTransport> } | string> => {
  const { smtpUrl, mailHostname } = config;
  if (smtpUrl !== undefined) {
    const open = async () => createSmtpTransport(smtpUrl, senderOf(config), mailHostname);
    return { host: new URL(smtpUrl).host, open };
  }
  const row = await stored();
  if (typeof row === 'string') return row;
  if (!row) return 'not set; email stays in the outbox';
  return {
    host: `${row.host}:${row.port}`,
    open: async () => {
      const { server, sender } = storedMailServer(row, await secretBox());
      return createSmtpTransport(server, sender, mailHostname);
    },
  };
};

/** A quick check has no time for all of the mail library's timeouts. */
const mailTimeMs = 8 * second;

const tooLate = async (): Promise<never> => {
  await sleep(mailTimeMs, undefined, { ref: false });
  throw new Error(`no response within ${mailTimeMs / second} seconds`);
};

/** Connects and signs in, without sending anything. Whether the sender is accepted is known from what was sent. */
export const checkMail = async (settings: MailServerToCheck): Promise<string> => {
  const found = await findTransport(settings);
  if (typeof found === 'string') return found;
  let transport: MailTransport | undefined;
  try {
    transport = await found.open();
    await Promise.race([transport.verify(), tooLate()]);
    const waiting = await settings.waitsForSender?.();
    if (waiting !== undefined)
      throw new Error(
        `the mail server rejects the sender, so all email waits (${waiting}). Change the sender, or allow it there`,
      );
    return `${found.host} is reachable`;
  } catch (cause) {
    throw new StartError(`${found.host}: ${(cause as Error).message}`, { cause });
  } finally {
    transport?.close();
  }
};
