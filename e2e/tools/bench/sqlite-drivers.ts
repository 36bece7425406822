import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { openSqlite3 } from '#main/storage/database/engines/sqlite/sqlite3-connection.ts';

/** A statement, and whether it returns rows. */
export interface Asked {
  readonly sql: string;
  readonly parameters: readonly (string | number)[];
  readonly rows: boolean;
}

export interface Driver {
  ask(asked: Asked): Promise<unknown>;
  close(): Promise<void>;
}

/** The driver that Castellan uses, behind the interface that it uses. */
export const openPresent = async (file: string): Promise<Driver> => {
  const connection = await openSqlite3(file, 'read-write');
  await connection.exec('pragma synchronous = full');
  return {
    ask: ({ sql, parameters, rows }) => (rows ? connection.all(sql, parameters) : connection.run(sql, parameters)),
    close: () => connection.close(),
  };
};

/** `node:sqlite` in a worker thread. */
export const openInWorker = async (file: string): Promise<Driver> => {
  const worker = new Worker(new URL('driver-worker.ts', import.meta.url), { workerData: { file } });
  const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
  let last = 0;
  worker.on('message', ({ id, answer }: { id: number; answer: unknown }) => {
    waiting.get(id)?.resolve(answer);
    waiting.delete(id);
  });
  worker.on('error', (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
  });
  return {
    ask(asked) {
      const id = ++last;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, ...asked });
      });
    },
    close: async () => void (await worker.terminate()),
  };
};

/** `node:sqlite` on the thread that asks, which waits for each statement: the least that SQLite costs. */
export const openBare = async (file: string): Promise<Driver> => {
  const db = new DatabaseSync(file);
  db.exec('pragma synchronous = full');
  const prepared = new Map<string, StatementSync>();
  return {
    async ask({ sql, parameters, rows }) {
      const statement = prepared.get(sql) ?? db.prepare(sql);
      prepared.set(sql, statement);
      return rows ? statement.all(...parameters) : statement.run(...parameters);
    },
    close: async () => db.close(),
  };
};
