import { expect, it, vi } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';

const app = perFile(() => createTestService());

it('reads a page again that could not be read, and one that could only once', async () => {
  const { tenantId, id } = await app.owner();
  const { db, memberPages } = app.service.context;
  const search = vi.spyOn(db, 'search');
  const read = () => memberPages.read({ tenantId, q: 'owner' }, { sort: 'name', order: 'asc', limit: 10, offset: 0 });
  search.mockRejectedValueOnce(new Error('The disk is busy'));
  await expect(read()).rejects.toThrow('The disk is busy');
  for (let time = 0; time < 2; time += 1) expect((await read()).rows.map((member) => member.id)).toEqual([id]);
  expect(search).toHaveBeenCalledTimes(2);
});
