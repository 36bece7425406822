import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCast } from '#e2e/support/authority-cast.ts';
import { probe } from '#e2e/support/authority-probes.ts';
import { createFakeClock } from '#e2e/support/fake-clock.ts';
import { newDataFolder, testCluster } from '#e2e/support/new-data-folder.ts';
import { createDatabase, dropDatabase } from '#e2e/support/postgres-cluster.ts';
import { openTestService } from '#e2e/support/test-service.ts';
import { moveToDatabaseServer } from '#main/backup/move-installation.ts';
import { dataFolder } from '#main/platform/data-folder.ts';
import { type AuthorityKind, authority, effectOn } from '#main/services/identity/authority.ts';

const cluster = (): string => process.env[testCluster.url] ?? '';
let dataDir: string;
let url: string;
beforeEach(async () => {
  dataDir = await newDataFolder('castellan-moved-');
  url = await createDatabase(cluster());
});
afterEach(async () => {
  await dropDatabase(cluster(), url);
  await rm(dataDir, { recursive: true, force: true });
});

it('everything that an account can do moves with it to another engine', async () => {
  const clock = createFakeClock();
  const place = { dataDir, remove: async () => {} };
  const flags = { 'rate-limits': 'off' };
  const before = await openTestService({ ...place, server: undefined }, clock, flags);
  const cast = await createCast(before);
  await before.close();
  const server = { url, connections: 4 };
  await moveToDatabaseServer(dataFolder(dataDir), server, { now: clock.now(), progress: () => {} });
  cast.app = await openTestService({ ...place, server }, clock, flags);
  try {
    const kinds = Object.keys(authority) as AuthorityKind[];
    const expected = Object.fromEntries(kinds.map((kind) => [kind, effectOn(kind, 'moved') === 'lives']));
    expect(await probe(cast, 'moved')).toEqual(expected);
    expect(Object.values(expected)).not.toContain(false);
  } finally {
    await cast.app.close();
  }
});
