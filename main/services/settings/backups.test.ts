import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditRows } from '#e2e/support/audit.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { createTestService, type Person, type TestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { day, hour, minute, second } from '#shared/rules/limits.ts';
import { toIso } from '../../platform/clock.ts';

const { backUpNow, getBackupStatus } = contract.settings;

const base = perTest(() => temporaryFolder('castellan-backups-'));
let dir: string;
let app: TestService;
let owner: Person;
const open = async (flags: Parameters<typeof createTestService>[0]): Promise<void> => {
  app = await createTestService(flags);
  owner = await app.owner('first@example.com');
  app.clock.advance(1);
};
beforeEach(async () => {
  dir = join(base.path, 'backups');
});
afterEach(async () => {
  await app.close();
});

const scheduled = () => ({ 'backup-dir': dir, 'backup-without-keys': 'on', 'backup-keep': '2' });
const backups = () => app.service.context.backups;
const status = (person = owner) => app.call(getBackupStatus, {}, { token: person.token });
const backUp = (person = owner) => app.call(backUpNow, {}, { token: person.token });
/** The name of a backup of that time. */
const fileAt = (instant: number): string => `castellan-${toIso(instant).replace(/[-:]|\.\d{3}/g, '')}.tar.gz`;
const files = async (): Promise<string[]> => (await readdir(dir)).sort();

describe('Back up now', () => {
  it('makes a backup where the operator chose, and records who asked', async () => {
    await open(scheduled());
    expect(await status()).toMatchObject({ manageable: true, plan: { folder: dir, keep: 2, keys: false }, last: null });
    expect(await backUp()).toMatchObject({ running: true, last: null });
    // Joins the one that runs.
    await backups().run();
    const [file] = await files();
    expect(await status()).toMatchObject({ running: false, last: { file, bytes: expect.any(Number) }, failure: null });
    expect((await auditRows(app, owner.tenantId)).at(-1)).toMatchObject({ action: 'backUpNow', actor_id: owner.id });
  });

  it('is for owners of the first team, and tells others nothing about the host', async () => {
    await open(scheduled());
    const guest = await app.owner('guest@example.com');
    await failsWith(backUp(guest), 'FORBIDDEN');
    expect(await status(guest)).toEqual({ manageable: false, plan: null, running: false, last: null, failure: null });
    const admin = await app.join(owner, 'admin');
    await failsWith(backUp(admin), 'FORBIDDEN');
    await failsWith(status(admin), 'FORBIDDEN');
    expect(backups().isRunning()).toBe(false);
  });

  it('is refused without a folder', async () => {
    await open({});
    expect(await status()).toMatchObject({ manageable: true, plan: null });
    expect(await failsWith(backUp(), 'STATE_CONFLICT')).toMatchObject({ reason: 'no_backup_folder' });
  });

  it('tells why it failed, until one succeeds', async () => {
    await open(scheduled());
    await writeFile(dir, 'not a folder');
    await expect(backups().run()).rejects.toThrow();
    expect((await status()).failure).toMatchObject({ at: toIso(app.clock.now()), message: expect.stringMatching(/./) });
    await rm(dir);
    await backups().run();
    expect(await status()).toMatchObject({ failure: null, last: { created_at: expect.any(String) } });
  });
});

describe('scheduled backups', () => {
  it('are made when the newest is old enough, also across restarts, and only so many are kept', async () => {
    await open(scheduled());
    const made: number[] = [];
    for (let hours = 0; hours < 73; hours += 1) {
      const before = (await files().catch(() => [])).at(-1);
      await backups().runIfDue();
      if ((await files()).at(-1) !== before) made.push(hours);
      app.clock.advance(hour);
      if (hours === 30) await app.restart();
    }
    expect(made).toEqual([0, 24, 48, 72]);
    expect(await files()).toHaveLength(2);
  });

  it('are counted with their size and age, unless the folder can’t be read', async () => {
    await open(scheduled());
    expect(await backups().stored()).toEqual([]);
    // Names of backups have whole seconds.
    app.clock.advance(second - 1);
    const oldest = toIso(app.clock.now());
    await backups().run();
    app.clock.advance(day);
    await backups().run();
    owner = await app.login(owner);
    const { disk } = await app.call(contract.installation.getInstallation, {}, { token: owner.token });
    const sizes = (await backups().stored()).map(({ bytes }) => bytes);
    expect(disk.backups).toEqual({ count: 2, bytes: (sizes[0] ?? 0) + (sizes[1] ?? 0), oldest_at: oldest });
    expect(disk.last_backup).toEqual({ created_at: toIso(app.clock.now()), bytes: sizes[0] });
    await rm(dir, { recursive: true });
    await writeFile(dir, 'not a folder');
    const unreadable = await app.call(contract.installation.getInstallation, {}, { token: owner.token });
    expect(unreadable.disk).toMatchObject({ backup_folder: dir, last_backup: null, backups: null });
  });

  it('leave files of others alone, and clean up after a killed process', async () => {
    await open(scheduled());
    await backups().run();
    await writeFile(join(dir, 'castellan-mine.tar.gz'), '');
    await writeFile(join(dir, 'castellan-20200101T000000Z.tar.gz.part-abc123'), '');
    for (let days = 0; days < 3; days += 1) {
      app.clock.advance(day);
      await backups().run();
    }
    expect(await files()).toHaveLength(3);
    expect(await files()).toContain('castellan-mine.tar.gz');
  });

  it('are tried again some minutes after a failure, not at once', async () => {
    await open(scheduled());
    await writeFile(dir, 'not a folder');
    await expect(backups().runIfDue()).rejects.toThrow();
    await rm(dir);
    await backups().runIfDue();
    expect((await status()).last).toBeNull();
    app.clock.advance(15 * minute);
    await backups().runIfDue();
    expect((await status()).last).not.toBeNull();
  });

  it('ignore files from the future, which a wrong clock left: for the schedule, the figures and the number kept', async () => {
    await open(scheduled());
    await mkdir(dir);
    const future = [31, 32, 33].map((days) => fileAt(app.clock.now() + days * day));
    for (const name of future) await writeFile(join(dir, name), 'a backup');
    expect(await backups().newest()).toBeUndefined();
    const made: string[] = [];
    for (let days = 0; days < 3; days += 1) {
      await backups().runIfDue();
      made.push(fileAt(app.clock.now()));
      app.clock.advance(day);
    }
    expect(await files()).toEqual([...made.slice(1), ...future].sort());
    expect((await backups().stored()).map(({ file }) => file)).toEqual(made.slice(1).reverse());
    // A clock that is set back by some seconds is no reason for another one.
    await backups().run();
    app.clock.advance(-30 * second);
    expect((await backups().newest())?.file).toBe(fileAt(app.clock.now() + 30 * second));
  });

  it('are tried again although the last failure is in the future now', async () => {
    await open(scheduled());
    await writeFile(dir, 'not a folder');
    app.clock.advance(day);
    await expect(backups().runIfDue()).rejects.toThrow();
    await rm(dir);
    app.clock.advance(-day);
    await backups().runIfDue();
    expect(await files()).toEqual([fileAt(app.clock.now())]);
  });

  it('end when the service stops', async () => {
    await open(scheduled());
    const running = backups().run();
    await backups().stop();
    await running;
    expect(backups().isRunning()).toBe(false);
    expect((await files().catch(() => [])).filter((name) => name.includes('.part-'))).toEqual([]);
  });
});
