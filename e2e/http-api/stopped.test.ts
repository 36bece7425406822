import { rm } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { createTestApp } from '#e2e/support/test-app.ts';

it('has stopped only once everything in it has', async () => {
  const { app, dataDir } = await createTestApp();
  const stop = vi.spyOn(app.service, 'stop');
  await app.stop();
  expect(stop.mock.settledResults).toMatchObject([{ type: 'fulfilled' }]);
  await rm(dataDir, { recursive: true });
});
