import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { testCertificate } from '../test-certificate.ts';
import { ensureInstalled } from './debian.ts';

const program = '/usr/sbin/rsyslogd';

/**
 * Finds rsyslog with TLS, or installs Debian's.
 * @returns its name with its version
 * @throws Error that says what to install if neither works
 */
export const ensureRsyslog = (): string => {
  const findTls = () =>
    ['x86_64-linux-gnu', 'aarch64-linux-gnu']
      .map((machine) => `/usr/lib/${machine}/rsyslog/lmnsd_gtls.so`)
      .find((path) => existsSync(path));
  ensureInstalled('rsyslog with GnuTLS', () => (existsSync(program) ? findTls() : undefined), 'rsyslog-gnutls');
  return `rsyslog ${/[\d.]+/.exec(execFileSync(program, ['-v'], { encoding: 'utf8' }))?.[0]}`;
};

/** An rsyslog that takes messages over TLS, on this computer alone. */
export interface Rsyslog {
  readonly port: number;
  /** What it has stored: facility, application, message ID and text of each message, in a line. */
  stored(): Promise<string[]>;
  stop(): Promise<void>;
  close(): Promise<void>;
}

const isOpen = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1');
  const opened = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return opened;
};

/** Starts rsyslog in a folder of its own, or again in the same one, at the same port. */
export const startRsyslog = async (before?: Rsyslog & { folder: string }): Promise<Rsyslog & { folder: string }> => {
  const folder = before?.folder ?? (await mkdtemp(join(tmpdir(), 'castellan-rsyslog-')));
  const at = (name: string): string => join(folder, name);
  await chmod(folder, 0o700);
  await writeFile(at('cert.pem'), testCertificate.cert);
  await writeFile(at('key.pem'), testCertificate.key, { mode: 0o600 });
  await writeFile(
    at('rsyslog.conf'),
    `global(workDirectory="${folder}" defaultNetstreamDriver="gtls" defaultNetstreamDriverCAFile="${at('cert.pem')}"
  defaultNetstreamDriverCertFile="${at('cert.pem')}" defaultNetstreamDriverKeyFile="${at('key.pem')}" maxMessageSize="64k")
module(load="imtcp" streamDriver.name="gtls" streamDriver.mode="1" streamDriver.authMode="anon")
template(name="stored" type="string" string="%syslogfacility% %app-name% %msgid% %msg%\\n")
input(type="imtcp" address="127.0.0.1" port="${before?.port ?? 0}" listenPortFileName="${at('port')}" ruleset="store")
ruleset(name="store") { action(type="omfile" file="${at('messages')}" template="stored") }
`,
  );
  const child: ChildProcess = spawn(program, ['-n', '-f', at('rsyslog.conf'), '-i', at('pid')], { stdio: 'ignore' });
  // It tells only a port that it has chosen.
  const port = (): number => before?.port ?? (existsSync(at('port')) ? Number(readFileSync(at('port'), 'utf8')) : 0);
  while (port() === 0 || !(await isOpen(port()))) {
    if (child.exitCode !== null) throw new Error(`rsyslog ended with ${child.exitCode}. Try rsyslogd -N1`);
    await setTimeout(20);
  }
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null) return;
    child.kill();
    await once(child, 'exit');
  };
  return {
    folder,
    port: port(),
    stored: async () =>
      existsSync(at('messages')) ? (await readFile(at('messages'), 'utf8')).split('\n').slice(0, -1) : [],
    stop,
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
