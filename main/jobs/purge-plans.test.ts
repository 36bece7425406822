import { CompiledQuery, type KyselyPlugin } from 'kysely';
import { expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { EmbeddedQueryCompiler } from '../storage/database/engines/sqlite/query-compiler.ts';
import type { WriteTransaction } from '../storage/database/schema.ts';
import { asTransaction, tablesOf } from '../storage/database/tables.ts';
import { purge } from './purge.ts';

const app = perFile(() => createTestService());

/** Small whatever happens, and so read as a whole: a row for each organization, and the failures of a day at most. */
const small: readonly string[] = ['tenants', 'sign_in_failures'];

/** What each statement of the purge reads while others wait to write: the steps of its plan that read a table as a whole. */
const scansOf = async (): Promise<Set<string>> => {
  const { context } = app.service;
  const statements: CompiledQuery[] = [];
  const compiler = new EmbeddedQueryCompiler();
  const recorder: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      statements.push(compiler.compileQuery(node, queryId));
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const recorded = (tx: WriteTransaction) => asTransaction(tablesOf(tx).withPlugin(recorder));
  const db: typeof context.db = {
    ...context.db,
    transaction: (options, work) => context.db.transaction(options, (tx) => work(recorded(tx))),
  };
  await purge({ ...context, db });
  expect(statements.length).toBeGreaterThan(15);
  const scans = new Set<string>();
  for (const { sql, parameters } of statements) {
    const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
    const { rows } = await tablesOf(context.db.read).executeQuery<{ detail: string }>(plan);
    for (const { detail } of rows) {
      const table = /^SCAN (\w+)/.exec(detail)?.[1];
      if (table !== undefined && !small.includes(table)) scans.add(`${detail}: ${sql}`);
    }
  }
  return scans;
};

it('reads no table as a whole in a transaction that others wait for', async () => {
  expect([...(await scansOf())]).toEqual([]);
});
