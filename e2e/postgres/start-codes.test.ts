import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createDatabase,
  type PostgresCluster,
  queryDatabase,
  startPostgres,
  startReplica,
} from '#e2e/support/postgres-cluster.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { runProgram } from '#e2e/support/test-app.ts';

let primary: PostgresCluster;
let replica: PostgresCluster;
/** Accepts connections, and never answers. */
let silent: Server;
const folder = perFile(() => temporaryFolder('castellan-codes-'));
let url: string;
const name = () => new URL(url).pathname.slice(1);
/** The database through other hosts, as another user, or with parameters. */
const at = (hosts: string, rest = '', user = 'castellan') => `postgres://${user}@${hosts}/${name()}${rest}`;
const own = () => `127.0.0.1:${primary.port}`;
const itsReplica = () => `127.0.0.1:${replica.port}`;

beforeAll(async () => {
  primary = await startPostgres();
  url = await createDatabase(primary.url);
  replica = await startReplica(primary);
  await queryDatabase(primary.url, `create role crowded login connection limit 0`);
  await queryDatabase(primary.url, `create role reader login`);
  await queryDatabase(primary.url, `alter role reader set default_transaction_read_only = on`);
  silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
}, 120_000);
afterAll(async () => {
  silent?.close();
  await replica?.stop();
  await primary?.stop();
});

const serve = (to: string) =>
  runProgram(['serve', '--data-dir', folder.path, '--port', '0', '--database-connect-timeout', '2'], {
    CASTELLAN_DATABASE_URL: to,
  });
const expectRefusal = async (to: string, code: number, message: RegExp): Promise<void> => {
  const ended = await serve(to);
  expect([ended.stderr, ended.code, ended.stdout]).toEqual([expect.stringMatching(message), code, '']);
  expect(ended.stderr).toMatch(/^castellan: [^\n]+\n$/);
};

/** The systemd unit restarts after 74 and 75, and not after 77 and 78. */
it.each([
  ['leads to a replica', () => at(itsReplica()), 75, /is a read-only replica/],
  [
    'leads to no primary',
    () => at(`127.0.0.1:1,${itsReplica()}`),
    75,
    /has no primary .*:1: .*REFUSED.*read-only replica/,
  ],
  ['leads to no host that runs', () => at('127.0.0.1:1,127.0.0.1:2'), 75, /has no primary .*:1: .*; .*:2: /],
  ['leads to a primary that takes no writes', () => at(own(), '', 'reader'), 75, /accepts no writes/],
  [
    'wants a server that takes writes, and it takes none',
    () => at(own(), '?target_session_attrs=read-write', 'reader'),
    75,
    /accepts no writes/,
  ],
  ['leads to a port where nothing listens', () => at('127.0.0.1:1'), 74, /can't be reached: .*ECONNREFUSED/],
  ['names an unknown host', () => at('db.invalid'), 74, /can't be reached: .*(ENOTFOUND|EAI_AGAIN)/],
  ['names a socket that does not exist', () => at('unused', '?host=/nowhere'), 74, /can't be reached: .*ENOENT/],
  [
    'leads to a server that never answers',
    () => at(`127.0.0.1:${(silent.address() as AddressInfo).port}`),
    74,
    /can't be reached: .*timeout/,
  ],
  ['needs a connection where none is left', () => at(own(), '', 'crowded'), 74, /can't be reached: too many/],
  ['names a database that does not exist', () => `postgres://castellan@${own()}/nowhere`, 78, /doesn't exist/],
  ['names a user that does not exist', () => at(own(), '', 'stranger'), 77, /refused the user/],
  ['asks for a replica', () => at(own(), '?target_session_attrs=standby'), 78, /can't use a replica/],
])('a URL that %s', async (_, to, code, message) => {
  await expectRefusal(to(), code, message);
  expect(await queryDatabase(url, `select 1 from information_schema.tables where table_schema = 'public'`)).toEqual([]);
});

it('a server that is shutting down is worth another try', async () => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  await queryDatabase(primary.url, `alter system reset synchronous_standby_names`);
  // A smart shutdown: it waits for those who are connected, and refuses others.
  process.kill(primary.pid, 'SIGTERM');
  await expectRefusal(url, 74, /can't be reached: the database system is shutting down/);
  await client.end();
});
