import type { Mutex } from './mutex.ts';
import type { Sqlite3Connection } from './sqlite3-connection.ts';
import { rollBack } from './sqlite3-dialect.ts';

/** Whether the database can be written, as far as the last write tells. */
export interface WriteHealth {
  /** The connection, with the outcome of each write noted. */
  readonly connection: Sqlite3Connection;
  /** Notes that a write did not get its turn. */
  recordBusy(): void;
  /**
   * Does nothing after a write that succeeded. After one that failed, tries again to write.
   * @throws Error of the failed attempt.
   */
  assertWritable(mutex: Mutex): Promise<void>;
}

/** Any other error is about the statement, not about the disk. */
const cannotWrite = /^SQLITE_(FULL|IOERR|READONLY|BUSY|CANTOPEN|CORRUPT|NOTADB)$/;
const writes = /^\s*(insert|update|delete|replace)\b/i;

/** Takes as much space as a usual change, so that it fails where that would fail. */
const probe = [
  'begin immediate',
  'create table write_probe (data blob)',
  'insert into write_probe values (zeroblob(65536))',
  'drop table write_probe',
  'commit',
];

export const createWriteHealth = (raw: Sqlite3Connection): WriteHealth => {
  let failed = false;
  let inTransaction = false;

  const noting = async <Result>(sql: string, work: () => Promise<Result>): Promise<Result> => {
    try {
      const result = await work();
      if (/^begin\b/.test(sql)) inTransaction = true;
      // Inside a transaction, only its commit shows that the disk took it.
      else if (sql === 'commit' || (!inTransaction && writes.test(sql))) failed = false;
      return result;
    } catch (error) {
      if (cannotWrite.test(String((error as { code?: unknown }).code))) failed = true;
      throw error;
    } finally {
      if (sql === 'commit' || sql === 'rollback') inTransaction = false;
    }
  };
  const connection: Sqlite3Connection = {
    ...raw,
    all: (sql, parameters) => noting(sql, () => raw.all(sql, parameters)),
    run: (sql, parameters) => noting(sql, () => raw.run(sql, parameters)),
  };
  return {
    connection,
    recordBusy() {
      failed = true;
    },
    async assertWritable(mutex) {
      if (!failed) return;
      const release = await mutex.acquire();
      try {
        for (const sql of probe) await connection.run(sql, []);
      } catch (error) {
        await rollBack(connection);
        throw error;
      } finally {
        release();
      }
    },
  };
};
