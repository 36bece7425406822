import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort } from '#e2e/support/free-port.ts';
import { newDataFolder } from '#e2e/support/new-data-folder.ts';
import { testConfig, testPasswords } from '#e2e/support/test-service.ts';
import { type App, startApp } from '#main/app/app.ts';
import { dataFolder } from '#main/platform/data-folder.ts';
import { createLogger } from '#main/platform/logger.ts';
import { assertPortFree } from '#main/platform/port.ts';
import { openDatabase } from '#main/storage/database/engines/sqlite/open.ts';

let folders: string[];
beforeEach(async () => {
  folders = [await newDataFolder('castellan-failed-'), await newDataFolder('castellan-failed-')];
});
afterEach(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

it('a start whose port is taken at the last moment lets go of its data folder', async () => {
  const port = await freePort();
  const attempts = await Promise.allSettled(
    folders.map((folder) =>
      startApp(testConfig(folder, { port: String(port) }), { log: createLogger('silent'), ...testPasswords() }),
    ),
  );
  const started = attempts.filter((attempt): attempt is PromiseFulfilledResult<App> => attempt.status === 'fulfilled');
  expect(started).toHaveLength(1);
  const failed = attempts.findIndex(({ status }) => status === 'rejected');
  expect(attempts[failed]).toMatchObject({
    reason: { kind: 'port', message: expect.stringContaining('is in use by another program') },
  });
  await (await openDatabase(dataFolder(folders[failed] ?? ''))).close();
  await started[0]?.value.stop();
  await assertPortFree('127.0.0.1', port);
});
