import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '#e2e/support/fake-clock.ts';
import { lookAround } from '#e2e/support/look-around.ts';
import { closedAfterwards, perFile } from '#e2e/support/prepared.ts';
import { schemaFixtures, unpackInstallation } from '#e2e/support/schema-fixtures.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { openTestService } from '#e2e/support/test-service.ts';
import { runWarm } from '#e2e/support/warm-program.ts';

const base = perFile(() => temporaryFolder('castellan-schemas-'));

const newFolder = () => mkdtemp(join(base.path, 'folder-'));

/** Runs commands that must succeed. */
const succeed = async (commands: readonly string[][], environment: Record<string, string> = {}): Promise<void> => {
  for (const argv of commands) {
    const { code, stdout, stderr } = await runWarm(argv, environment);
    expect([code, stderr], `${argv.join(' ')}: ${stdout}`).toEqual([0, '']);
  }
};

describe.each(schemaFixtures())('the schema $name', ({ files, passphrase, installations: { folder: recorded } }) => {
  const environment = { CASTELLAN_BACKUP_PASSPHRASE: passphrase };
  const lookAt = async (dataDir: string, lost: readonly string[] = []): Promise<void> => {
    const place = { dataDir, server: undefined, remove: () => rm(dataDir, { recursive: true, force: true }) };
    const app = await closedAfterwards(openTestService(place, createFakeClock(recorded.stoppedAt)));
    expect(await lookAround(app, recorded)).toEqual(lost);
  };

  it('is opened, migrated and used', async () => {
    const dataDir = await newFolder();
    await unpackInstallation(files.folder, dataDir);
    await lookAt(dataDir);
  });

  it('is used by the program', async () => {
    const dataDir = await newFolder();
    await unpackInstallation(files.folder, dataDir);
    const backup = `${dataDir}.tar.gz`;
    await succeed(
      [
        ['user', 'list', '--data-dir', dataDir],
        ['audit', 'verify', '--data-dir', dataDir],
        ['backup', backup, '--data-dir', dataDir],
        ['backup', 'verify', backup],
      ],
      environment,
    );
    const { stdout } = await runWarm(['doctor', '--port', '0', '--data-dir', dataDir]);
    // It opens the password of the mail server, which doesn't run.
    const failures = stdout.split('\n').filter((line) => line.startsWith('fail'));
    expect(failures).toEqual([expect.stringContaining('mail server: 127.0.0.1:1: connect ECONNREFUSED')]);
  });

  it('has a backup that is verified and restored', async () => {
    const dataDir = await newFolder();
    await succeed(
      [
        ['backup', 'verify', files.backup],
        ['restore', files.backup, '--data-dir', dataDir],
      ],
      environment,
    );
    // A restored copy trusts no device, and what applications were granted, and know of sessions, ends with the sessions.
    const ended = ['application_sessions', 'oauth_records', 'trusted_devices'];
    await lookAt(
      dataDir,
      ended.filter((table) => Object.hasOwn(recorded.rows, table)),
    );
  });
});
