import { CompiledQuery, DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { expect, it } from 'vitest';
import { isEmbedded } from '#e2e/support/engine.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { asQueries, tablesOf } from '../../database/tables.ts';
import { eraseActor, eraseTarget } from './audit-erasures.ts';

const app = perFile(() => createTestService());

// Other engines have plans of another form.
it.runIf(isEmbedded())('finds what the audit log says about a person without reading all of it', async () => {
  const { db } = app.service.context;
  const queries: CompiledQuery[] = [];
  const dialect = {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely: Kysely<unknown>) => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
  const recorder = asQueries(new Kysely({ dialect, log: ({ query }) => void queries.push(query) }));
  await eraseTarget(recorder, 'tnt_x', 'user_x', ['a@example.com', 'b@example.com']);
  await eraseActor(recorder, 'tnt_x', 'user_x');
  expect(queries).toHaveLength(4);
  for (const query of queries) {
    const { rows: steps } = await tablesOf(db.read).executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]),
    );
    const reads = steps.map(({ detail }) => detail).filter((detail) => detail.includes('audit_events'));
    expect(reads).toHaveLength(1);
    // One more column than the tenant narrows each search.
    expect(reads.filter((detail) => !/\(tenant_id=\? AND \w+=\?/.test(detail))).toEqual([]);
  }
});
