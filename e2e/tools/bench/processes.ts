import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A server in its own process. */
export interface ServiceProcess {
  readonly url: string;
  readonly pid: number;
  /** Milliseconds from process start to the ready line. */
  readonly startedIn: number;
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '../../..');
const builtProgram = join(root, 'out/main/cli.js');
const bareServer = join(import.meta.dirname, 'bare-server.ts');

/** Keep the caller's own settings out of the service. */
const environment = (): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('CASTELLAN_')));

const stop = async (child: ChildProcess): Promise<void> => {
  // After a crash, no exit event will follow.
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
};

/**
 * Starts a program that prints its address on the first line of stdout. Its log goes to a file, like a service's log.
 */
const startServer = async (
  args: readonly string[],
  logFile: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> => {
  const log = await open(logFile, 'a', 0o600);
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...environment(), ...settings },
    stdio: ['ignore', 'pipe', log.fd],
  });
  try {
    const { pid } = child;
    if (!child.stdout || pid === undefined) throw new Error(`Could not start ${args[0]}`);
    const lines = createInterface({ input: child.stdout });
    const exited = once(child, 'exit').then(async () => {
      throw new Error(`${args[0]} exited before it was ready: ${await readFile(logFile, 'utf8')}`);
    });
    exited.catch(() => {});
    const [line] = (await Promise.race([once(lines, 'line'), exited])) as [string];
    const startedIn = performance.now() - startedAt;
    const url = /https?:\S+$/.exec(line)?.[0];
    if (url === undefined) {
      await stop(child);
      throw new Error(`No address in ${JSON.stringify(line)}`);
    }
    return { url, pid, startedIn, stop: () => stop(child) };
  } finally {
    await log.close();
  }
};

/** The built program on a data folder, with rate limits off unless `settings` say otherwise, and defaults for the rest. */
export const startService = (
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> =>
  startServer([builtProgram, 'serve', '--data-dir', dataDir, '--port', '0'], join(dataDir, 'service.log'), {
    CASTELLAN_RATE_LIMITS: 'off',
    ...settings,
  });

/** A bare Fastify server whose one route returns the JSON of a file. */
export const startBareHttpServer = (bodyFile: string): Promise<ServiceProcess> =>
  startServer([bareServer, bodyFile], `${bodyFile}.log`);

/** A bare Fastify server that reads and writes on a PostgreSQL. */
export const startBareHttpServerOnPostgres = (url: string, logFile: string): Promise<ServiceProcess> =>
  startServer([join(import.meta.dirname, 'bare-postgres-server.ts'), url], logFile);

/** A figure that the service reports about itself. @throws Error if it doesn't */
const reported = async ({ url }: ServiceProcess, name: string): Promise<number> => {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const line = metrics.split('\n').find((text) => text.startsWith(`${name} `));
  if (line === undefined) throw new Error(`${url}/metrics doesn't report ${name}`);
  return Number(line.slice(name.length));
};

/** Resident memory in bytes, as the service itself reports it. */
export const residentBytes = (server: ServiceProcess): Promise<number> =>
  reported(server, 'process_resident_memory_bytes');

/** CPU seconds that the service has used so far, in all its threads, as it reports them itself. */
export const cpuSeconds = (server: ServiceProcess): Promise<number> => reported(server, 'process_cpu_seconds_total');

/** Seconds by which its event loop was late since anyone asked for metrics, p99. At rest it is 0.01. */
export const loopDelay = (server: ServiceProcess): Promise<number> =>
  reported(server, 'nodejs_eventloop_lag_p99_seconds');

/** How often anyone has read the database so far. */
export const readsSoFar = (server: ServiceProcess): Promise<number> =>
  reported(server, 'castellan_queue_admitted_total{queue="readers"}');
