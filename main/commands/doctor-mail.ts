import { setTimeout as sleep } from 'node:timers/promises';
import { second } from '#shared/limits.ts';
import type { Config } from '../config.ts';
import type { DatabasePlace } from '../database-place.ts';
import { storedServer } from '../mail/gateway.ts';
import { createSmtpTransport, type MailTransport } from '../mail/smtp.ts';
import type { DataFolder } from '../platform/data-folder.ts';
import { StartError } from '../platform/start-error.ts';
import { createSecretBox } from '../security/secret-box.ts';
import { findMailServer } from '../store/mail/mail-server.ts';
import { readKeys, whyUnreadable } from './doctor-keys.ts';

/** The configured mail server and how to connect to it, or why there is none. */
const findServer = async (
  { smtpUrl, mailFrom }: Config,
  folder: DataFolder,
  database: DatabasePlace,
): Promise<{ host: string; open: () => Promise<MailTransport> } | string> => {
  if (smtpUrl !== undefined) {
    return { host: new URL(smtpUrl).host, open: async () => createSmtpTransport(smtpUrl, mailFrom) };
  }
  const why = whyUnreadable(await database.inspect('none'));
  if (why !== undefined) return why;
  const row = await database.read(findMailServer);
  if (!row) return 'not set; email stays in the outbox';
  return {
    host: `${row.host}:${row.port}`,
    open: async () => {
      const { server, sender } = storedServer(row, createSecretBox(await readKeys(folder)));
      return createSmtpTransport(server, sender);
    },
  };
};

/** A quick check has no time for all of the mail library's timeouts. */
const mailTimeMs = 8 * second;

const tooLate = async (): Promise<never> => {
  await sleep(mailTimeMs, undefined, { ref: false });
  throw new Error(`no response within ${mailTimeMs / second} seconds`);
};

/** Connects and signs in, without sending anything. */
export const checkMail = async (config: Config, folder: DataFolder, database: DatabasePlace): Promise<string> => {
  const found = await findServer(config, folder, database);
  if (typeof found === 'string') return found;
  let transport: MailTransport | undefined;
  try {
    transport = await found.open();
    await Promise.race([transport.verify(), tooLate()]);
    return `${found.host} is reachable`;
  } catch (cause) {
    throw new StartError(`${found.host}: ${(cause as Error).message}`, { cause });
  } finally {
    transport?.close();
  }
};
