import { type Config, readConfig } from '../config.ts';
import { migrations } from '../database/migrations/index.ts';
import { inspectDatabase, readDatabase } from '../database/open.ts';
import { checkAuditLogs } from '../jobs/audit-check.ts';
import { storedServer } from '../mail/gateway.ts';
import { createSmtpTransport, type MailTransport } from '../mail/smtp.ts';
import { systemClock, toIso } from '../platform/clock.ts';
import { checkPrivateFile, checkPrivateFolder, type DataFolder, dataFolder } from '../platform/data-folder.ts';
import { trustCertificates } from '../platform/extra-certificates.ts';
import { createLogger } from '../platform/logger.ts';
import { assertPortFree } from '../platform/port.ts';
import { StartError } from '../platform/start-error.ts';
import { countSandboxes } from '../provider/emulator/sandbox.ts';
import { createAuditChain } from '../security/audit-chain.ts';
import { loadKeyRing } from '../security/keys.ts';
import { createSecretBox } from '../security/secret-box.ts';
import { findMailServer, type MailServerRow } from '../store/mail-server.ts';
import type { Arguments } from './command.ts';

interface Check {
  name: string;
  /** Resolves with the result to print. @throws StartError that says what is wrong. */
  run: () => Promise<string>;
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

const checkFolder = async (folder: DataFolder): Promise<string> => {
  try {
    await checkPrivateFolder(folder.path);
    return `${folder.path} is private`;
  } catch (error) {
    if (isMissing(error)) return `${folder.path} does not exist yet; the first start creates it`;
    throw error;
  }
};

const checkFile = async (path: string): Promise<string> => {
  try {
    await checkPrivateFile(path);
    return `${path} is private`;
  } catch (error) {
    if (isMissing(error)) return `${path} does not exist yet; the first start creates it`;
    throw error;
  }
};

const checkDatabase = async (folder: DataFolder): Promise<string> => {
  const report = await inspectDatabase(folder.database, 'thorough');
  return report
    ? `intact, ${report.applied.length} migrations applied`
    : 'does not exist yet; the first start creates it';
};

/** Verifies the audit log of every tenant. */
const checkAudit = async (folder: DataFolder): Promise<string> => {
  const report = await inspectDatabase(folder.database, 'quick');
  if (!report) return 'does not exist yet; the first start creates it';
  if (report.applied.length < Object.keys(migrations).length)
    return 'not checked: the next start migrates the database';
  const audit = createAuditChain(await loadKeyRing(folder.keys, systemClock.now(), true));
  const { tenants, broken } = await readDatabase(folder.database, (read) =>
    checkAuditLogs({ db: { read }, audit, log: createLogger('silent') }),
  );
  if (broken.length > 0) throw new StartError(`tampering detected in ${broken.join(', ')}`);
  return `intact in ${tenants} tenants`;
};

/** The emulated hosting provider. If its file can't be read, a reset in the console repairs it. */
const checkSandbox = async ({ sandbox }: DataFolder): Promise<string> => {
  const count = await countSandboxes(sandbox).catch((cause: Error) => {
    if (cause instanceof StartError) throw cause;
    // The parser's message would include the file's contents.
    const what =
      'code' in cause && cause.name === 'Error' ? cause.message : 'is damaged. Reset the sandbox in the console';
    throw new StartError(`${sandbox} ${what}`, { cause });
  });
  return count === 0 ? 'not in use' : `intact, used by ${count} ${count === 1 ? 'tenant' : 'tenants'}`;
};

/** Passes if the port is free or Castellan itself is listening on it. */
const checkPort = async ({ host, port }: Config): Promise<string> => {
  try {
    await assertPortFree(host, port);
    return `${host}:${port} is free`;
  } catch (error) {
    const answer = await fetch(`http://${host}:${port}/healthz`).catch(() => undefined);
    if (answer?.ok) return `Castellan is running on ${host}:${port}`;
    throw error;
  }
};

/** The server set in the console. Undefined if there is none, or if the database is not migrated yet. */
const readStoredServer = async (folder: DataFolder): Promise<MailServerRow | undefined> => {
  const report = await inspectDatabase(folder.database, 'quick');
  if (!report || report.applied.length < Object.keys(migrations).length) return undefined;
  return readDatabase(folder.database, findMailServer);
};

/** The configured mail server and how to connect to it. Undefined if there is none. */
const findServer = async (
  { smtpUrl, mailFrom }: Config,
  folder: DataFolder,
): Promise<{ host: string; open: () => Promise<MailTransport> } | undefined> => {
  if (smtpUrl !== undefined) {
    return { host: new URL(smtpUrl).host, open: async () => createSmtpTransport(smtpUrl, mailFrom) };
  }
  const row = await readStoredServer(folder);
  return (
    row && {
      host: `${row.host}:${row.port}`,
      open: async () => {
        const { server, sender } = storedServer(
          row,
          createSecretBox(await loadKeyRing(folder.keys, systemClock.now(), true)),
        );
        return createSmtpTransport(server, sender);
      },
    }
  );
};

const checkMail = async (config: Config, folder: DataFolder): Promise<string> => {
  const found = await findServer(config, folder);
  if (!found) return 'not set; email stays in the outbox';
  let transport: MailTransport | undefined;
  try {
    transport = await found.open();
    await transport.verify();
    return `${found.host} is reachable`;
  } catch (cause) {
    throw new StartError(`${found.host}: ${(cause as Error).message}`, { cause });
  } finally {
    transport?.close();
  }
};

/** A clock behind the newest stored timestamp would revive expired sessions and links. */
const checkClock = async (folder: DataFolder): Promise<string> => {
  const now = systemClock.now();
  const latest = (await inspectDatabase(folder.database, 'quick'))?.latestInstant ?? 0;
  if (latest > now) throw new StartError(`the clock says ${toIso(now)}, but the database contains ${toIso(latest)}`);
  return toIso(now);
};

/** Checks everything that startup depends on. Changes nothing, and exits with 1 if anything is wrong. */
export const doctor = async ({ flags, configFile }: Arguments): Promise<number> => {
  const config = readConfig(flags, process.env, configFile);
  if (config.extraCaCerts !== undefined) await trustCertificates(config.extraCaCerts);
  const folder = dataFolder(config.dataDir);
  const checks: Check[] = [
    { name: 'data folder', run: () => checkFolder(folder) },
    { name: 'database file', run: () => checkFile(folder.database) },
    { name: 'key file', run: () => checkFile(folder.keys) },
    { name: 'database', run: () => checkDatabase(folder) },
    { name: 'audit log', run: () => checkAudit(folder) },
    { name: 'sandbox', run: () => checkSandbox(folder) },
    { name: 'port', run: () => checkPort(config) },
    { name: 'mail server', run: () => checkMail(config, folder) },
    { name: 'clock', run: () => checkClock(folder) },
  ];
  let failed = 0;
  for (const { name, run } of checks) {
    const line = await run().then(
      (text) => `ok    ${name}: ${text}`,
      (error: unknown) => {
        failed += 1;
        return `fail  ${name}: ${(error as Error).message}`;
      },
    );
    process.stdout.write(`${line}\n`);
  }
  return failed === 0 ? 0 : 1;
};
