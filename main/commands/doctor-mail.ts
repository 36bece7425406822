import { setTimeout as sleep } from 'node:timers/promises';
import { second } from '#shared/limits.ts';
import type { Config } from '../config.ts';
import type { DatabasePlace } from '../database-place.ts';
import { storedServer } from '../mail/gateway.ts';
import { createSmtpTransport, type MailTransport } from '../mail/smtp.ts';
import type { DataFolder } from '../platform/data-folder.ts';
import { StartError } from '../platform/start-error.ts';
import { createSecretBox } from '../security/secret-box.ts';
import { findMailServer, type MailServerRow } from '../store/mail/mail-server.ts';
import { readKeys } from './doctor-keys.ts';

/** The server set in the console. Undefined if there is none, or if the database is not migrated yet. */
const readStoredServer = async (database: DatabasePlace): Promise<MailServerRow | undefined> => {
  const report = await database.inspect('none');
  if (!report || report.pending.length > 0) return undefined;
  return database.read(findMailServer);
};

/** The configured mail server and how to connect to it. Undefined if there is none. */
const findServer = async (
  { smtpUrl, mailFrom }: Config,
  folder: DataFolder,
  database: DatabasePlace,
): Promise<{ host: string; open: () => Promise<MailTransport> } | undefined> => {
  if (smtpUrl !== undefined) {
    return { host: new URL(smtpUrl).host, open: async () => createSmtpTransport(smtpUrl, mailFrom) };
  }
  const row = await readStoredServer(database);
  return (
    row && {
      host: `${row.host}:${row.port}`,
      open: async () => {
        const { server, sender } = storedServer(row, createSecretBox(await readKeys(folder)));
        return createSmtpTransport(server, sender);
      },
    }
  );
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
  if (!found) return 'not set; email stays in the outbox';
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
