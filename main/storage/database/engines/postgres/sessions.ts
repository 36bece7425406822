import pg, { type ClientBase, type ClientConfig, type PoolClient, type QueryResult, type QueryResultRow } from 'pg';
import { permittedSocket } from '../../../../platform/gate/gate.ts';
import { uses } from '../../../../platform/gate/uses.ts';
import { NoPrimaryError } from './errors.ts';
import { createHosts, type Hosts, onAnyHost } from './hosts.ts';
import type { PostgresUrl } from './postgres-url.ts';
import { valueTypes } from './values.ts';

/** Settings of a session, by PostgreSQL's names. */
type SessionSettings = Readonly<Record<string, string | number>>;

/** Connections that take turns. Each is with the primary, as far as anyone knows. */
export interface PostgresPool {
  connect(): Promise<PoolClient>;
  /** Runs one statement on any connection. */
  query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<QueryResult<Row>>;
  end(): Promise<void>;
}

/** Connects to a server with any number of hosts, of which one is the primary. */
export interface Sessions {
  pool(connections: number, settings: SessionSettings): PostgresPool;
  /** Connects outside of the pools. The connection is ended if its server turns out to be no primary anymore. */
  connect(): Promise<pg.Client>;
  /** Tells it of an error of a statement. Where one was refused because the server is read-only, no connection is used again. */
  noteError(error: unknown): void;
}

const databaseSocket = () => permittedSocket(uses.database);

/**
 * What a session needs before anyone uses it. Sent once it is connected, because poolers such as PgBouncer refuse most
 * settings before.
 * @throws NoPrimaryError
 */
const begin = async (
  client: ClientBase,
  needsWrites: boolean,
  settings: SessionSettings,
  timeoutMs: number,
): Promise<void> => {
  const names = Object.keys(settings);
  const set = names.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, false)`);
  const columns = [...set, 'pg_is_in_recovery() as replica', `current_setting('transaction_read_only') as read_only`];
  const query = {
    text: `select ${columns.join(', ')}`,
    values: names.flatMap((name) => [name, `${settings[name]}`]),
    // A server that hangs is left only because of it. The driver's types don't know it.
    query_timeout: timeoutMs,
  };
  const { rows } = await client.query<{ replica: number; read_only: string }>(query);
  if (rows[0]?.replica === 1) throw new NoPrimaryError('is a read-only replica');
  if (needsWrites && rows[0]?.read_only === 'on') throw new NoPrimaryError('accepts no writes');
};

const createPool = (
  needsWrites: boolean,
  hosts: Hosts,
  config: ClientConfig,
  max: number,
  settings: SessionSettings,
): PostgresPool => {
  const timeoutMs = config.connectionTimeoutMillis ?? 0;
  const eras = new WeakMap<object, number>();
  class Client extends pg.Client {
    constructor() {
      super({ ...config, ...hosts.current(), stream: databaseSocket });
      eras.set(this, hosts.era());
    }
  }
  const pool = new pg.Pool({
    Client,
    max,
    connectionTimeoutMillis: timeoutMs,
    onConnect: (client) => begin(client, needsWrites, settings, timeoutMs),
  });
  // The pool replaces a connection that ends while it is idle. One that ends between two statements of a transaction
  // makes the next statement fail; without a listener, it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (connection) => connection.on('error', () => {}));
  const connect = async (): Promise<PoolClient> => {
    for (;;) {
      const client = await onAnyHost(hosts, () => pool.connect());
      if (eras.get(client) === hosts.era()) return client;
      client.release(true);
    }
  };
  return {
    connect,
    async query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) {
      const client = await connect();
      try {
        const result = await client.query<Row>(text, [...values]);
        client.release();
        return result;
      } catch (error) {
        client.release(true);
        throw error;
      }
    },
    end: () => pool.end(),
  };
};

/** @param application what the server calls these connections */
export const createSessions = (server: PostgresUrl, application: string, connectMs: number): Sessions => {
  const hosts = createHosts(server.hosts);
  const config: ClientConfig = {
    ...server.login,
    application_name: application,
    connectionTimeoutMillis: connectMs,
    types: valueTypes as typeof pg.types,
  };
  return {
    pool: (connections, settings) => createPool(server.needsWrites, hosts, config, connections, settings),
    connect: () =>
      onAnyHost(hosts, async () => {
        const client = new pg.Client({ ...config, ...hosts.current(), keepAlive: true, stream: databaseSocket });
        client.on('error', () => {});
        try {
          await client.connect();
          await begin(client, server.needsWrites, {}, connectMs);
        } catch (error) {
          void client.end();
          throw error;
        }
        const forget = hosts.onEraEnd(() => void client.end());
        client.once('end', forget);
        return client;
      }),
    noteError(error) {
      if ((error as { code?: unknown }).code === '25006') hosts.endEra();
    },
  };
};
