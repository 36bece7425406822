import { expect, it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { runOperation } from '../run-operation.ts';

const app = perTest(() => createTestService());

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
