import { expect, it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { cheapHashes } from '#e2e/support/published-hashes.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { importedHashes } from '#shared/rules/limits.ts';
import { runOperation } from '../run-operation.ts';
import type { ImportedRow } from './import-users.ts';

const app = perTest(() => createTestService({ 'rate-limits': 'off' }));

/** Imports rows of an address and a hash. Returns what is said about each. */
const importHashes = async (rows: readonly (readonly [email: string, hash: string])[], write: boolean) => {
  const emitted: ImportedRow[] = [];
  const text = ['email,password_hash', ...rows.map(([email, hash]) => `${email},"${hash}"`)].join('\n');
  await runOperation(
    app.service.context,
    'user import',
    { format: 'csv', write },
    {
      emit: async (row: unknown) => void emitted.push(row as ImportedRow),
      body: (async function* () {
        yield Buffer.from(text);
      })(),
    },
  );
  return emitted.sort((a, b) => a.line - b.line).map(({ line, problem }) => [line, problem]);
};
const problem = expect.stringMatching(/^password_hash: This hash needs other settings than the 3 kinds of hashes/);

it('takes hashes of other systems, which sign in', async () => {
  await app.owner();
  const rows = cheapHashes
    .slice(0, importedHashes.kinds)
    .map(([, , hash], index) => [`other${index}@example.com`, hash] as const);
  const accepted = rows.map((_, index) => [index + 2, undefined]);
  expect(await importHashes(rows, false)).toEqual(accepted);
  expect(await importHashes(rows, true)).toEqual(accepted);
  for (const [index, [email]] of rows.entries()) {
    await app.call(contract.auth.login, { email, password: cheapHashes[index]?.[1] ?? '' });
  }
});

it('refuses more kinds of hashes than every sign-in can compute, in one file and after another', async () => {
  await app.owner();
  const rows = cheapHashes.map(([, , hash], index) => [`kind${index}@example.com`, hash] as const);
  const expected = rows.map((_, index) => [index + 2, index < importedHashes.kinds ? undefined : problem]);
  expect(await importHashes(rows, false)).toEqual(expected);
  expect(await importHashes(rows.slice(0, importedHashes.kinds), true)).toHaveLength(importedHashes.kinds);
  const later = rows.map(([email, hash]) => [`later-${email}`, hash] as const);
  expect(await importHashes(later, false)).toEqual(expected);
});

it('says once that there is no such organization, and not of each row', async () => {
  await app.owner();
  const emitted: unknown[] = [];
  const importing = runOperation(
    app.service.context,
    'user import',
    { organization: 'Nowhere', format: 'csv', write: false },
    {
      emit: async (row: unknown) => void emitted.push(row),
      body: (async function* () {
        yield Buffer.from('email,name\nann@example.com,Ann\nbob@example.com,Bob\n');
      })(),
    },
  );
  await expect(importing).rejects.toThrow('Nowhere');
  expect(emitted).toEqual([]);
});
