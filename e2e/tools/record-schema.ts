import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create } from 'tar';
import { createBackup } from '../../main/backup/create-backup.ts';
import { dataFolder } from '../../main/platform/data-folder.ts';
import { version } from '../../main/platform/version.ts';
import { isTableName } from '../../main/storage/database/deletion-cascades.ts';
import { migrations } from '../../main/storage/database/migrations/index.ts';
import { changelogReleases } from '../support/changelog.ts';
import { fillEveryTable, onlyOnDatabaseServer } from '../support/every-table.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { newTestFolder } from '../support/new-data-folder.ts';
import { ensurePostgres } from '../support/programs/postgres.ts';
import {
  countRows,
  dumpName,
  type Engine,
  fixtureFiles,
  hashMigrations,
  type RecordedInstallation,
  recordingRefusal,
  type SchemaRecord,
  schemaFixtures,
  schemasFolder,
} from '../support/schema-fixtures.ts';
import { openTestService, testPassword } from '../support/test-service.ts';
import startCluster from './postgres-for-tests.ts';

/**
 * Records this version's schema (decision 0252): an installation with rows in every table, as a data folder, as a backup
 * and on a server. Replaces what a release has recorded only with `--again`.
 */

const name = Object.keys(migrations).at(-1) ?? '';
const target = join(schemasFolder, name);

/** What pg_dump writes, without lines that only psql understands, and settings that an older server may not have. */
const dump = (url: string): string =>
  execFileSync(join(ensurePostgres().folder, 'pg_dump'), ['--inserts', '--no-owner', '--no-acl', '--dbname', url], {
    encoding: 'utf8',
  }).replaceAll(/^(\\|SET ).*\n/gm, '');

const pack = async (folder: string, file: string): Promise<void> => {
  const names = (await readdir(folder)).filter((one) => !one.startsWith('castellan.lock'));
  await create({ cwd: folder, file, gzip: { level: 9 }, portable: true }, names.sort());
};

/** Uses an installation until every table has rows, stops it, and packs it. */
const record = async (engine: Engine, files: ReturnType<typeof fixtureFiles>): Promise<RecordedInstallation> => {
  const place = await newTestFolder('castellan-schema-');
  const { dataDir, server } = place;
  const clock = createFakeClock();
  const app = await openTestService(place, clock);
  try {
    const credentials = await fillEveryTable(app);
    const rows = await countRows(app.service.context.db.read);
    const empty = Object.keys(rows)
      .filter(isTableName)
      .filter((table) => rows[table] === 0 && (server || !onlyOnDatabaseServer.has(table)));
    if (empty.length > 0) throw new Error(`Fill ${empty.join(', ')} in e2e/support/every-table.ts, too`);
    await app.restart(async () => {
      if (server) await writeFile(join(dataDir, dumpName), dump(server.url));
      await pack(dataDir, files[engine]);
      if (!server) {
        await createBackup({ folder: dataFolder(dataDir), target: files.backup, passphrase: testPassword, clock });
      }
    });
    return { stoppedAt: clock.now(), ...credentials, rows };
  } finally {
    await app.close();
  }
};

const recordAll = async (): Promise<void> => {
  const work = await mkdtemp(join(tmpdir(), 'castellan-record-'));
  try {
    const files = fixtureFiles(work);
    const folder = await record('folder', files);
    const stop = await startCluster();
    try {
      const server = await record('server', files);
      const content: SchemaRecord = {
        version,
        migrations: await hashMigrations(),
        passphrase: testPassword,
        installations: { folder, server },
      };
      await writeFile(files.record, `${JSON.stringify(content, null, 2)}\n`);
    } finally {
      await stop();
    }
    await rm(target, { recursive: true, force: true });
    await cp(work, target, { recursive: true });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};

const recordedBy = schemaFixtures().find((fixture) => fixture.name === name)?.version;
const released = changelogReleases().map((release) => release.version);
const refusal = process.argv.includes('--again')
  ? undefined
  : recordingRefusal(name, { version, recordedBy, released });
if (refusal === undefined) {
  await recordAll();
  process.stdout.write(`Recorded ${name}\n`);
} else {
  process.stderr.write(`${refusal}, or use --again if CHANGELOG.md dates a release that isn't published yet.\n`);
  process.exitCode = 1;
}
