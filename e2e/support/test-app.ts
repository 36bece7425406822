import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type App, startApp } from '#main/app/app.ts';
import type { SettingName } from '#main/config/settings.ts';
import { type Ids, randomIds } from '#main/platform/ids.ts';
import { createLogger, type Logger } from '#main/platform/logger.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { newDataFolder } from './new-data-folder.ts';
import { noNetwork } from './no-network.ts';
import { testConfig, testPasswords } from './test-service.ts';

/** The whole program in this process, with a real database file, a real socket on a free port and a fake clock. */
export interface TestApp {
  readonly app: App;
  readonly clock: FakeClock;
  readonly dataDir: string;
  /** `http://127.0.0.1:<port>` */
  readonly address: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Starts the program in this process. It logs nothing unless `log` is given. Requires a built console. */
export const createTestApp = async (
  flags: Partial<Record<SettingName, string>> = {},
  log: Logger = createLogger('silent'),
  ids: Ids = randomIds,
): Promise<TestApp> => {
  const dataDir = await newDataFolder('castellan-server-');
  const clock = createFakeClock();
  const app = await startApp(testConfig(dataDir, flags), {
    clock,
    ids,
    log,
    provider: noNetwork,
    ...testPasswords(flags),
  });
  return {
    app,
    clock,
    dataDir,
    address: app.address,
    port: Number(new URL(app.address).port),
    async close() {
      await app.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

/** The program that `npm run build` creates. */
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
export const programFile = fileURLToPath(new URL('../../out/main/cli.js', import.meta.url));

export interface FinishedProgram {
  /** The exit code, or null if a signal ended the process. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** The real program in its own process. */
export interface SpawnedInstance {
  readonly address: string;
  /** 0 on a Unix socket. */
  readonly port: number;
  readonly dataDir: string;
  readonly child: ChildProcess;
  /** The output so far. */
  stdout(): string;
  stderr(): string;
  /** Sends a signal and waits for the exit. */
  stop(signal?: NodeJS.Signals): Promise<FinishedProgram>;
  /** Stops the process if it still runs, and removes the data folder if it was created here. */
  close(): Promise<void>;
}

/** The environment for the program, without the settings of the tests' own environment. */
export const cleanEnvironment = (home: string, environment: Record<string, string>): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: home,
  TZ: process.env.TZ ?? '',
  CASTELLAN_CHECK_ANSWERS: '1',
  ...environment,
});

const collect = (child: ChildProcess) => {
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const finished = new Promise<FinishedProgram>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
  return { finished, stdout: () => stdout, stderr: () => stderr };
};

/** Runs the built program until it exits, as another user if `uid` is given, which only root may do. */
export const runProgram = async (
  args: readonly string[],
  environment: Record<string, string> = {},
  uid?: number,
): Promise<FinishedProgram> => {
  const argv = [process.execPath, programFile, ...args];
  const env = cleanEnvironment(tmpdir(), environment);
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe'];
  if (uid === undefined) return collect(spawn(process.execPath, argv.slice(1), { env, stdio })).finished;
  // Other users may not reach the checkout, below root's home for example: mount it where they do, for this command.
  const mounted = await mkdtemp(join(tmpdir(), 'castellan-checkout-'));
  const command = argv.map((word) => quote(word.replaceAll(root, mounted))).join(' ');
  const script = `mount --bind ${quote(root)} ${mounted} && exec setpriv --reuid=${uid} --regid=${uid} --clear-groups ${command}`;
  try {
    return await collect(spawn('unshare', ['--mount', 'sh', '-c', script], { env, stdio })).finished;
  } finally {
    await rm(mounted, { recursive: true, force: true });
  }
};

const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

export interface SpawnOptions {
  args?: readonly string[];
  environment?: Record<string, string>;
  /** Used and kept. If absent, a new folder is created and removed. */
  dataDir?: string;
  /** A file descriptor for stderr. If omitted, stderr is collected. */
  stderr?: number;
  /** The command line to start, in place of the built one. */
  program?: string;
  /** The file descriptor of a listening socket, to pass on as systemd does. */
  socket?: number;
}

/** Spares the start of each program the collections of a young heap that begins with 1 MB: 8 % of its CPU time. */
const youngHeap = '--min-semi-space-size=16';

const readyLine = /^castellan listening on (\S+)\n/;

/**
 * Starts `castellan serve` on a free port and waits for its ready line.
 * @throws Error with stderr if the program exits instead.
 */
export const spawnInstance = async ({
  args = [],
  environment = {},
  dataDir,
  stderr,
  socket,
  program = programFile,
}: SpawnOptions = {}): Promise<SpawnedInstance> => {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'castellan-spawned-')));
  const words = [youngHeap, program, 'serve', '--port', '0', '--data-dir', folder, '--bcrypt-cost', '10', ...args];
  const env = cleanEnvironment(folder, environment);
  const stdio: StdioOptions = ['ignore', 'pipe', stderr ?? 'pipe'];
  const child =
    socket === undefined
      ? spawn(process.execPath, words, { env, stdio })
      : // Only the shell knows the number of the process before it starts.
        spawn('sh', ['-c', 'LISTEN_PID=$$ exec "$@"', 'sh', process.execPath, ...words], {
          env: { LISTEN_FDS: '1', ...env },
          stdio: [...stdio, socket],
        });
  const output = collect(child);
  const address = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const ready = readyLine.exec(output.stdout());
      if (ready?.[1]) resolve(ready[1]);
    };
    child.stdout?.on('data', look);
    void output.finished.then(({ code, stderr }) => reject(new Error(`castellan exited with ${code}: ${stderr}`)));
  });
  return {
    address,
    port: Number(/:(\d+)$/.exec(address)?.[1] ?? 0),
    dataDir: folder,
    child,
    stdout: output.stdout,
    stderr: output.stderr,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return output.finished;
    },
    async close() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await once(child, 'close');
      }
      if (dataDir === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
};
