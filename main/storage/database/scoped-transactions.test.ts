import { expect, it } from 'vitest';
import { isEmbedded } from '#e2e/support/engine.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { tablesOf } from './tables.ts';

/** Every test of an operation runs with this guard: see e2e/support/scoped-writes.ts. */
it.runIf(isEmbedded())('a transaction that names its tenant changes callers of no other one', async () => {
  const app = await createTestService();
  const [own, other] = [await app.owner(), await app.owner()];
  const rename = (tenant: string | undefined, id: string) =>
    app.service.context.db.transaction({ tenant }, (tx) =>
      tablesOf(tx).updateTable('users').set({ name: 'Renamed' }).where('id', '=', id).execute(),
    );
  await rename(own.tenantId, own.id);
  await rename(undefined, other.id);
  await expect(rename(own.tenantId, other.id)).rejects.toThrow(`changed callers of ${other.tenantId}`);
  await app.close();
});
