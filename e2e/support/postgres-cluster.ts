import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ensurePostgres } from '#e2e/support/programs/postgres.ts';
import { freePort } from './free-port.ts';

/** A private PostgreSQL server with its own empty folder, for this computer only. */
export interface PostgresCluster {
  /** `postgres://castellan@127.0.0.1:<port>/postgres` */
  readonly url: string;
  readonly port: number;
  /** The process that starts all others. Another one after a kill. */
  readonly pid: number;
  /** Ends the server at once, as a crash would. */
  kill(): Promise<void>;
  /** Starts it again after a kill. */
  start(): Promise<void>;
  /** Stops the server and removes its folder. */
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root: then it runs as the user nobody. */
export const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Whether a server takes connections and answers on them. */
export const answers = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
};

const programOptions = (folder: string) => ({
  ...nobody,
  cwd: folder,
  env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' },
});

/** A private folder for a server, which only its user can enter. */
const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'castellan-postgres-'));
  if (nobody.uid !== undefined) chownSync(folder, nobody.uid, nobody.gid);
  return folder;
};

/** Starts a server on a folder that holds a cluster, and waits until it answers. */
const startServer = async (programs: string, folder: string, durable: boolean): Promise<PostgresCluster> => {
  const port = await freePort();
  const url = `postgres://castellan@127.0.0.1:${port}/postgres`;
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=400',
    ...(durable ? [] : ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']),
  ];
  const argv = ['-D', join(folder, 'data'), ...settings.flatMap((one) => ['-c', one])];
  let server: ChildProcess | undefined;
  let output = '';

  const start = async (): Promise<void> => {
    const child = spawn(join(programs, 'postgres'), argv, {
      ...programOptions(folder),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server = child;
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output = `${output}${text}`.slice(-10_000);
    });
    while (!(await answers(url))) {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}: ${output}`);
      await sleep(50);
    }
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const closed = once(server, 'close');
    server.kill(signal);
    await closed;
  };

  await start();
  return {
    url,
    port,
    get pid() {
      if (server?.pid === undefined) throw new Error('PostgreSQL does not run');
      return server.pid;
    },
    // Its fast shutdown would finish what it can; this ends every process without a word.
    kill: () => end('SIGQUIT'),
    start,
    async stop() {
      await end('SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/**
 * Starts a cluster. It doesn't wait for the disk unless `durable`.
 * @throws Error if PostgreSQL can't be installed or doesn't start
 */
export const startPostgres = async ({ durable = false } = {}): Promise<PostgresCluster> => {
  const { folder: programs } = ensurePostgres();
  const folder = await newFolder();
  const argv = ['-U', 'castellan', '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C', '--no-sync'];
  const options = { ...programOptions(folder), stdio: 'pipe' } as const;
  execFileSync(join(programs, 'initdb'), ['-D', join(folder, 'data'), ...argv], options);
  return startServer(programs, folder, durable);
};

/** Runs one statement on its own connection. Returns its rows. */
export const queryDatabase = async <Row = Record<string, unknown>>(url: string, text: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
};

/** Starts a streaming replica of a cluster. From then on, the cluster waits for it with each commit. */
export const startReplica = async ({ url }: Pick<PostgresCluster, 'url'>): Promise<PostgresCluster> => {
  const { folder: programs } = ensurePostgres();
  const folder = await newFolder();
  const argv = ['--pgdata', join(folder, 'data'), '--write-recovery-conf', '--checkpoint', 'fast', '--no-sync'];
  const options = { ...programOptions(folder), stdio: 'pipe' } as const;
  execFileSync(join(programs, 'pg_basebackup'), ['--dbname', url, ...argv], options);
  const replica = await startServer(programs, folder, true);
  await queryDatabase(url, `alter system set synchronous_standby_names = '*'`);
  await queryDatabase(url, 'select pg_reload_conf()');
  return replica;
};

/** Makes a replica the primary. */
export const promote = async ({ url }: Pick<PostgresCluster, 'url'>): Promise<void> => {
  await queryDatabase(url, 'select pg_promote(true, 60)');
};

let counter = 0;

/** Creates a database on a cluster, as a copy of another if `template` is given. Returns its URL. */
export const createDatabase = async (clusterUrl: string, template?: string): Promise<string> => {
  counter += 1;
  const name = `test_${process.pid}_${counter}_${Math.random().toString(36).slice(2, 8)}`;
  const copy = template === undefined ? '' : ` template ${template} strategy file_copy`;
  await queryDatabase(clusterUrl, `create database ${name}${copy}`);
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return url.href;
};

/** Removes a database with everything in it. */
export const dropDatabase = async (clusterUrl: string, databaseUrl: string): Promise<void> => {
  await queryDatabase(clusterUrl, `drop database if exists ${new URL(databaseUrl).pathname.slice(1)} with (force)`);
};
