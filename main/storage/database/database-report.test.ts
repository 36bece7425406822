import { expect, it } from 'vitest';
import { reportOn } from './database-report.ts';
import { migrations } from './migrations/index.ts';

const report = (names: readonly string[]) =>
  reportOn(
    { tables: new Set(['kysely_migration']), select: async () => names.map((name) => ({ name })) },
    'It',
    migrations,
  );

it.each([
  [['001-accounts-and-teams']],
  [['001-initial', '002-audit-log', '045-indexes-of-open-sessions']],
  // Renamed before it was released.
  [['001-accounts-and-teams', '033-schema-versions']],
  [['900-later']],
])('a database from before 0.1.0 is not taken for one of a newer version: %s', async (names) => {
  await expect(report(names)).rejects.toThrow(
    /^It was written before the release of Castellan 0\.1\.0, and can't be upgraded\. [^\n]+ It was not changed$/,
  );
});

it('a database that was only begun, or that a newer version has migrated, is not taken for an old one', async () => {
  expect(await report([])).toMatchObject({ applied: [], pending: Object.keys(migrations) });
  await expect(report([...Object.keys(migrations), '900-later'])).rejects.toThrow(/newer version .*900-later/);
});
