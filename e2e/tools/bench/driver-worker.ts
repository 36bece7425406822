import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { Asked } from './sqlite-drivers.ts';

/** Answers statements with `node:sqlite` on its own thread, as a driver that doesn't block the event loop would. */
const db = new DatabaseSync((workerData as { file: string }).file);
db.exec('pragma synchronous = full');
const prepared = new Map<string, StatementSync>();

parentPort?.on('message', ({ id, sql, parameters, rows }: Asked & { id: number }) => {
  const statement = prepared.get(sql) ?? db.prepare(sql);
  prepared.set(sql, statement);
  const answer = rows ? statement.all(...parameters) : statement.run(...parameters);
  parentPort?.postMessage({ id, answer });
});
