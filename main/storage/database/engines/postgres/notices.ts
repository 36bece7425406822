import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { second } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { oneAtATime } from '../../../../platform/one-at-a-time.ts';
import { StartError } from '../../../../platform/start-error.ts';
import { allTopics, type Change, isTopic } from '../../change-feed.ts';
import type { ConnectedInstance } from '../../database.ts';
import { mapErrors } from './errors.ts';
import { confirmationLock, instanceLock, listInstances } from './instances.ts';
import type { PostgresPool, Sessions } from './sessions.ts';

const channel = 'castellan_changes';
/** The server takes less than 8,000 bytes, and an ID has fewer than 40. */
const namesPerNotice = 100;
const firstDelayMs = 0.25 * second;
const maxDelayMs = 5 * second;

/** Tells the other instances what was committed. A hint, sent after the commit: it may be late, or lost. */
export interface Notices {
  publish(change: Change): void;
  /** Runs work while this instance holds the lock of a job. Returns false if another one holds it. */
  lead(job: string, run: (signal: AbortSignal) => Promise<void>): Promise<boolean>;
  /** Runs work while no other instance is connected. @throws StartError */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Shares a lock by this name until the connection ends. */
  confirm(name: string): Promise<void>;
  instances(): Promise<ConnectedInstance[]>;
  close(): Promise<void>;
}

const textsOf = (from: string, { topics, commit: { everyone, tenants, named } }: Change): string[] => {
  const [all, ids] = [[...tenants], [...named]];
  const count = Math.max(1, Math.ceil(Math.max(all.length, ids.length) / namesPerNotice));
  return Array.from({ length: count }, (_, part) => {
    const slice = (names: string[]) => names.slice(part * namesPerNotice, (part + 1) * namesPerNotice);
    return JSON.stringify({ from, topics, everyone, tenants: slice(all), named: slice(ids) });
  });
};

/** What a notice of another instance says. Undefined for one of our own. */
const changeOf = (text: string, own: string): Change | undefined => {
  const { from, topics, everyone, tenants, named } = JSON.parse(text);
  if (from === own) return undefined;
  const known = (topics as string[]).filter(isTopic);
  return { topics: known, commit: { everyone, tenants: new Set(tenants), named: new Set(named) } };
};

type Ask = (text: string, values: readonly unknown[]) => Promise<pg.QueryResult>;

/** The driver takes one query of a connection at a time. */
const inTurn = (connection: pg.Client): Ask => {
  const alone = oneAtATime();
  return (text, values) => alone(() => connection.query(text, [...values]));
};

/**
 * Listens on its own connection, and connects again when it is lost. After that, anything may have changed.
 * @param received called with what other instances have committed
 */
export const listenForNotices = async (
  sessions: Sessions,
  pool: PostgresPool,
  received: (change: Change) => void,
): Promise<Notices> => {
  const own = randomUUID();
  const closing = new AbortController();
  let client: pg.Client | undefined;
  let leader: Ask | undefined;
  let pid: number | undefined;
  /** Aborted when the connection ends, and with it the locks that it held. */
  let connected = new AbortController();
  /** What was confirmed on this connection. */
  let confirmed = new Set<string>();
  let waiting: string[] = [];
  let sending: Promise<void> | undefined;
  let connecting: Promise<void> | undefined;

  const connect = async (): Promise<void> => {
    const next = await sessions.connect();
    const lost = new AbortController();
    next.on('error', () => lost.abort());
    next.on('end', () => {
      lost.abort();
      if (client === next) [client, leader] = [undefined, undefined];
      if (!closing.signal.aborted) connecting ??= reconnect();
    });
    next.on('notification', ({ payload }) => {
      const change = changeOf(payload ?? '{}', own);
      if (change) received(change);
    });
    await next.query(`listen ${channel}`);
    const lock = 'select pg_advisory_lock_shared(hashtext($1), 0), pg_backend_pid() as pid';
    const { rows } = await next.query<{ pid: number }>(lock, [instanceLock]);
    client = next;
    pid = rows[0]?.pid;
    leader = inTurn(next);
    connected = lost;
    confirmed = new Set();
  };

  const reconnect = async (): Promise<void> => {
    for (let delay = firstDelayMs; !closing.signal.aborted; delay = Math.min(2 * delay, maxDelayMs)) {
      await sleep(delay, undefined, { ref: false });
      if (closing.signal.aborted) break;
      const isConnected = await connect().then(
        () => true,
        // The next try may succeed, and `/readyz` tells of a server that can't be reached.
        () => false,
      );
      if (!isConnected) continue;
      received({ topics: allTopics(), commit: { everyone: true, tenants: new Set(), named: new Set() } });
      break;
    }
    connecting = undefined;
  };

  const send = async (): Promise<void> => {
    while (waiting.length > 0) {
      const texts = waiting;
      waiting = [];
      // Whoever misses it reads the same rows within seconds, as each worker also looks on its own.
      await pool.query('select pg_notify($1, text) from unnest($2::text[]) as text', [channel, texts]).catch(() => {});
    }
    sending = undefined;
  };

  try {
    await connect();
  } catch (error) {
    // Nobody is left who would stop trying.
    closing.abort();
    throw error;
  }
  return {
    publish(change) {
      waiting.push(...textsOf(own, change));
      sending ??= send();
    },
    async lead(job, run) {
      const ask = leader;
      const { signal } = connected;
      if (!ask) return false;
      const key = ['castellan job', job];
      const { rows } = await ask('select pg_try_advisory_lock(hashtext($1), hashtext($2)) as held', key);
      if (rows[0]?.held !== 1) return false;
      try {
        await run(signal);
      } finally {
        if (!signal.aborted) {
          await ask('select pg_advisory_unlock(hashtext($1), hashtext($2))', key).catch((error: unknown) => {
            if (!signal.aborted) throw error;
          });
        }
      }
      return true;
    },
    async alone(work) {
      const ask = leader;
      if (!ask) throw new AppError('BUSY', { retry_after: 1 });
      const { rows } = await mapErrors(() =>
        ask('select pg_try_advisory_lock(hashtext($1), 0) as held', [instanceLock]),
      );
      if (rows[0]?.held !== 1) {
        throw new StartError('Other instances have the database open. Stop them first', { kind: 'refused' });
      }
      try {
        return await work();
      } finally {
        await mapErrors(() => ask('select pg_advisory_unlock(hashtext($1), 0)', [instanceLock]));
      }
    },
    async confirm(name) {
      const ask = leader;
      if (!ask) throw new AppError('BUSY', { retry_after: 1 });
      if (confirmed.has(name)) return;
      const own = confirmed;
      await mapErrors(() =>
        ask('select pg_advisory_lock_shared(hashtext($1), hashtext($2))', [confirmationLock, name]),
      );
      own.add(name);
    },
    instances: () => listInstances(pool, pid),
    async close() {
      closing.abort();
      await connecting;
      await sending;
      await client?.end();
    },
  };
};
