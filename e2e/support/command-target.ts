import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { readDatabase } from '#main/storage/database/engines/sqlite/open.ts';
import type { Queries } from '#main/storage/database/schema.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { type FinishedProgram, programFile, type SpawnedInstance, spawnInstance } from './test-app.ts';
import { send } from './transports.ts';
import { runWarm } from './warm-program.ts';

/** Whether a service runs while a command does. */
export type Mode = 'online' | 'offline';
export const modes: readonly Mode[] = ['online', 'offline'];

export const ownerPassword = 'a long winding road 7';

/** A data folder with the organization Acme of ann@example.com, for commands of the built program. */
export interface CommandTarget {
  readonly folder: string;
  /** Runs a command, with something on stdin. */
  run(args: readonly string[], stdin?: string): Promise<FinishedProgram>;
  /** Runs a command that must succeed. Returns what it printed with --json, line by line. */
  json(...args: string[]): Promise<Record<string, unknown>[]>;
  /** The running service. Starts it for the rest of the test in offline mode. */
  address(): Promise<string>;
  login(email: string, password?: string): Promise<{ status: number; body: Record<string, unknown> }>;
  query<Result>(work: (db: Queries) => Promise<Result>): Promise<Result>;
  /** Action, actor and target of the last rows of all audit logs. */
  lastEvents(count: number): Promise<{ action: string; actor_id: string; target_label: string | null }[]>;
  /** Stops the service, if it runs. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

export const runWith = async (args: readonly string[], stdin = ''): Promise<FinishedProgram> => {
  const child = spawn(process.execPath, [programFile, ...args], {
    env: { PATH: process.env.PATH ?? '', HOME: tmpdir(), TZ: process.env.TZ ?? '' },
  });
  // A command may end without reading it.
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, code] = await Promise.all([
    // Read as it is: `text` would drop a byte order mark.
    buffer(child.stdout).then((bytes) => bytes.toString()),
    text(child.stderr),
    closed,
  ]);
  return { code, stdout, stderr };
};

/** The commands that have succeeded in their own process. */
const succeeded = new Set<string>();

let template: Promise<Map<string, Buffer>> | undefined;

/** Creates the organization and its owner with the program, and returns the files. */
const createTemplate = async (): Promise<Map<string, Buffer>> => {
  const folder = await mkdtemp(join(tmpdir(), 'castellan-commands-'));
  try {
    const owner = ['--email', 'ann@example.com', '--name', 'Ann', '--company', 'Acme', '--password-stdin'];
    const args = ['owner', 'create', ...owner, '--data-dir', folder, '--bcrypt-cost', '10'];
    const { code, stderr } = await runWith(args, ownerPassword);
    if (code !== 0) throw new Error(stderr);
    const files = new Map<string, Buffer>();
    for (const name of await readdir(folder)) files.set(name, await readFile(join(folder, name)));
    return files;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Each gets a copy of one organization: creating it takes longer than most commands. */
export const createCommandTarget = async (mode: Mode, serveArgs: readonly string[] = []): Promise<CommandTarget> => {
  const folder = await mkdtemp(join(tmpdir(), 'castellan-commands-'));
  let server: SpawnedInstance | undefined;
  const run = async (args: readonly string[], stdin?: string) => {
    const argv = [...args, '--data-dir', folder, '--bcrypt-cost', '10'];
    const command = args.slice(0, 2).join(' ');
    // Online, each command runs in its own process until it has succeeded there. Loading it again would only take time.
    if (mode === 'offline' || succeeded.has(command)) return runWarm(argv, {}, stdin);
    const finished = await runWith(argv, stdin);
    if (finished.code === 0) succeeded.add(command);
    return finished;
  };
  const start = async () => {
    server ??= await spawnInstance({ dataDir: folder, args: serveArgs });
    return server.address;
  };
  template ??= createTemplate();
  for (const [name, content] of await template) await writeFile(join(folder, name), content, { mode: 0o600 });
  if (mode === 'online') await start();
  return {
    folder,
    run,
    async json(...args) {
      const { code, stdout, stderr } = await run([...args, '--json']);
      if (code !== 0) throw new Error(`${args.join(' ')} exited with ${code}: ${stderr}`);
      return stdout
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line));
    },
    address: start,
    async login(email, password = ownerPassword) {
      const { status, body } = await send(await start(), 'POST', '/api/v1/auth/login', { body: { email, password } });
      return { status, body: body as Record<string, unknown> };
    },
    query: (work) => readDatabase(join(folder, 'castellan.db'), work),
    lastEvents: (count) =>
      readDatabase(join(folder, 'castellan.db'), async (db) =>
        (
          await tablesOf(db)
            .selectFrom('audit_events')
            .select(['action', 'actor_id', 'target_label'])
            .orderBy('at', 'desc')
            .orderBy('sequence', 'desc')
            .limit(count)
            .execute()
        ).reverse(),
      ),
    async stop() {
      await server?.stop();
      server = undefined;
    },
    async close() {
      await server?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
