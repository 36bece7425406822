import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock } from '#e2e/support/fake-clock.ts';
import { lookAround } from '#e2e/support/look-around.ts';
import { testCluster } from '#e2e/support/new-data-folder.ts';
import { createDatabase, dropDatabase } from '#e2e/support/postgres-cluster.ts';
import { closedAfterwards, perTest } from '#e2e/support/prepared.ts';
import {
  type RecordedInstallation,
  schemaFixtures,
  unpackDatabaseServer,
  unpackInstallation,
} from '#e2e/support/schema-fixtures.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { openTestService } from '#e2e/support/test-service.ts';
import { runWarm } from '#e2e/support/warm-program.ts';

const cluster = (): string => process.env[testCluster.url] ?? '';
const base = perTest(() => temporaryFolder('castellan-schemas-'));
let folder: string;
let url: string;
beforeEach(async () => {
  folder = join(base.path, 'data');
  url = await createDatabase(cluster());
});
afterEach(async () => {
  await dropDatabase(cluster(), url);
});

describe.each(schemaFixtures())('the schema $name', (fixture) => {
  const { files, passphrase, installations } = fixture;
  const run = async (argv: readonly string[], environment: Record<string, string>): Promise<void> => {
    const { code, stdout, stderr } = await runWarm(argv, environment);
    // What takes seconds on a busy machine shows its progress.
    const said = stderr.replaceAll(/^\.\.\. {3}.*\n/gm, '');
    expect([code, said], `${argv.join(' ')}: ${stdout}`).toEqual([0, '']);
  };
  const succeed = (...argv: string[]): Promise<void> =>
    run(argv, { CASTELLAN_DATABASE_URL: url, CASTELLAN_BACKUP_PASSPHRASE: passphrase });
  const lostIn = async (dataDir: string, recorded: RecordedInstallation, server?: { url: string }) => {
    const place = { dataDir, server: server && { ...server, connections: 4 }, remove: async () => {} };
    const app = await closedAfterwards(openTestService(place, createFakeClock(recorded.stoppedAt)));
    return lookAround(app, recorded);
  };
  const lookAt = async (...installation: Parameters<typeof lostIn>): Promise<void> => {
    expect(await lostIn(...installation)).toEqual([]);
  };

  it('is opened on a server, migrated and used', async () => {
    await unpackDatabaseServer(fixture, folder, url);
    await lookAt(folder, installations.server, { url });
  });

  it('is used on a server by the program, and moves into a folder', async () => {
    await unpackDatabaseServer(fixture, folder, url);
    const backup = join(base.path, 'again.tar.gz');
    await succeed('user', 'list', '--data-dir', folder);
    await succeed('audit', 'verify', '--data-dir', folder);
    await succeed('backup', backup, '--data-dir', folder);
    await succeed('backup', 'verify', backup);
    const moved = join(base.path, 'moved');
    await succeed('move', '--from', 'database-url', '--to', moved, '--data-dir', folder);
    await lookAt(moved, installations.server);
  });

  it('moves from a folder to a server', async () => {
    await unpackInstallation(files.folder, folder);
    // What isn't migrated isn't moved: this version is started on it first.
    await run(['user', 'list', '--data-dir', folder], {});
    await succeed('move', '--from', folder, '--to', 'database-url');
    await lookAt(folder, installations.folder, { url });
  });

  it('has a backup that is restored to a server', async () => {
    await succeed('restore', files.backup, '--data-dir', folder);
    // A restored copy trusts no device, and what applications were granted ends with the sessions.
    const lost = ['application_sessions', 'oauth_records', 'trusted_devices'].filter((table) =>
      Object.hasOwn(installations.folder.rows, table),
    );
    expect(await lostIn(folder, installations.folder, { url })).toEqual(lost);
  });
});
