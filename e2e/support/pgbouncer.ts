import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensurePgBouncer } from '#e2e/support/programs/pgbouncer.ts';
import { freePort } from './free-port.ts';
import { answers, nobody } from './postgres-cluster.ts';

/** A real PgBouncer in front of a cluster. */
export interface PgBouncer {
  /** The URL of a database on the cluster, through the pooler. */
  through(databaseUrl: string): string;
  close(): Promise<void>;
}

/** Starts PgBouncer with its defaults, besides the mode and what docs/operating.md says. */
export const startPgBouncer = async (
  clusterPort: number,
  mode: 'session' | 'transaction' | 'statement',
): Promise<PgBouncer> => {
  const folder = await mkdtemp(join(tmpdir(), 'castellan-pgbouncer-'));
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(join(folder, 'users.txt'), '"castellan" ""\n');
  const lines = [
    '[databases]',
    `* = host=127.0.0.1 port=${clusterPort}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${join(folder, 'users.txt')}`,
    `pool_mode = ${mode}`,
    'default_pool_size = 30',
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  // Like PostgreSQL, it refuses to run as root.
  if (nobody.uid !== undefined) {
    for (const path of [folder, file, join(folder, 'users.txt')]) await chown(path, nobody.uid, nobody.gid);
  }
  let output = '';
  const child = spawn(ensurePgBouncer(), [file], { ...nobody, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = `${output}${text}`.slice(-10_000);
  });
  const through = (databaseUrl: string): string => {
    const url = new URL(databaseUrl);
    url.port = `${port}`;
    return url.href;
  };
  while (!(await answers(through(`postgres://castellan@127.0.0.1:${clusterPort}/postgres`)))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}: ${output}`);
    await sleep(50);
  }
  return {
    through,
    async close() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'close');
      await rm(folder, { recursive: true, force: true });
    },
  };
};
