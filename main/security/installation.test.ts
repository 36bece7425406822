import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newDataFolder } from '#e2e/support/new-data-folder.ts';
import { day } from '#shared/rules/limits.ts';
import { type DataFolder, dataFolder } from '../platform/data-folder.ts';
import { randomIds } from '../platform/ids.ts';
import { createPrivateFile } from '../platform/private-file.ts';
import { inspectDatabase } from '../storage/database/engines/sqlite/open.ts';
import { tablesOf } from '../storage/database/tables.ts';
import { recordInstallation } from './installation.ts';
import { createKeyFile, keyFileText, newKeyFile } from './keys.ts';
import { openInstallation } from './open-installation.ts';

const now = Date.UTC(2026, 0, 15, 12);
let folder: DataFolder;
beforeEach(async () => {
  folder = dataFolder(await newDataFolder('castellan-installation-'));
});
afterEach(() => rm(folder.path, { recursive: true, force: true }));

const open = () => openInstallation(folder, now, randomIds);
/** Opens and closes, and returns the installation's ID. */
const start = async (): Promise<string> => {
  const { db, anchorStore } = await open();
  await db.close();
  return anchorStore.installationId;
};
const isRecorded = async (): Promise<boolean> => {
  const report = await inspectDatabase(folder.database, 'none');
  return report?.keyTraces.installation !== undefined;
};
const replaceKeys = async (): Promise<void> => {
  await rm(folder.keys);
  await createKeyFile(folder.keys, now);
};
const secretFile = async () => JSON.parse(await readFile(folder.keys, 'utf8')) as { keys: object[] };

describe('a new installation', () => {
  it('gets keys and an ID that stays', async () => {
    await rm(folder.keys);
    await rm(folder.database);
    const id = await start();
    expect(id).toMatch(/^inst_/);
    expect(await start()).toBe(id);
  });

  it('may have been interrupted before it had keys', async () => {
    await rm(folder.keys);
    expect(await start()).toMatch(/^inst_/);
  });

  it('may have been interrupted before the database knew its keys', async () => {
    expect(await isRecorded()).toBe(false);
    await start();
    expect(await isRecorded()).toBe(true);
  });
});

describe('keys and a database that do not belong together', () => {
  it('are refused if the database is missing or empty, and nothing is created', async () => {
    await start();
    await rm(folder.database);
    await expect(start()).rejects.toThrow(/keys\.json exists, but its database .*castellan\.db is missing\. Restore/);
    expect(await readdir(folder.path)).toEqual(['audit-heads.json', 'castellan.lock', 'keys.json']);
    await writeFile(folder.database, '', { mode: 0o600 });
    await expect(start()).rejects.toThrow(/castellan\.db is empty\. Restore both from the same backup/);
    expect(await readFile(folder.database, 'utf8')).toBe('');
  });

  it('are refused if the keys are missing, even without a team', async () => {
    await start();
    await rm(folder.keys);
    await expect(start()).rejects.toThrow(/keys\.json is missing/);
    expect(await readdir(folder.path)).not.toContain('keys.json');
  });

  it('are refused if the keys are those of another installation', async () => {
    await start();
    const database = await readFile(folder.database);
    await replaceKeys();
    await expect(start()).rejects.toThrow(/keys\.json doesn.t belong to .*castellan\.db/);
    expect(await readFile(folder.database)).toEqual(database);
  });

  it('are refused if the fingerprint was copied from another installation', async () => {
    const { db } = await open();
    await sql`update installation set installation_id = 'inst_other'`.execute(tablesOf(db.write));
    await db.close();
    await expect(start()).rejects.toThrow(/doesn't belong to/);
  });
});

it('a database with teams that no longer says whose keys it belongs to is refused with any keys, and without', async () => {
  const { db } = await open();
  await sql`insert into tenants (id, name, created_at) values ('tnt_old', 'Old', 0)`.execute(tablesOf(db.write));
  await sql`delete from installation`.execute(tablesOf(db.write));
  await db.close();
  await expect(start()).rejects.toThrow(/doesn't belong to/);
  await rm(folder.keys);
  await expect(start()).rejects.toThrow(/keys\.json is missing/);
});

describe('keys that were generated for a new installation', () => {
  const waitMs = day;
  const provide = async (madeAt = now): Promise<string> => {
    await rm(folder.keys);
    await rm(folder.database);
    const text = keyFileText(newKeyFile(madeAt, waitMs));
    await createPrivateFile(folder.keys, text);
    return text;
  };
  /** As a container platform mounts them: what the link leads to is nobody's to write here. */
  const mount = async (): Promise<string> => {
    const mounted = join(folder.path, 'mounted.json');
    await rename(folder.keys, mounted);
    await symlink(mounted, folder.keys);
    return mounted;
  };

  it.each([['is missing'], ['is empty']])('create it with exactly these keys if the database %s', async (what) => {
    const made = JSON.parse(await provide()) as { keys: object[] };
    if (what === 'is empty') await writeFile(folder.database, '', { mode: 0o600 });
    const { db, keys, isProvisioned } = await open();
    await db.close();
    expect([isProvisioned, keys.createsUntil]).toEqual([true, undefined]);
    expect(await secretFile()).toEqual({ keys: made.keys });
    const again = await open();
    await again.db.close();
    expect(again.isProvisioned).toBe(false);
  });

  it('create no second one once their installation was lost', async () => {
    await provide();
    await start();
    await rm(folder.database);
    await expect(start()).rejects.toThrow(/is missing\. Restore both from the same backup\. To start over/);
    await rm(folder.auditHeads);
    await expect(start()).rejects.toThrow(/is missing\. Restore both from the same backup\. To start over/);
  });

  it('create no second one either where they can’t be changed, as long as the folder is there', async () => {
    const made = await provide();
    const mounted = await mount();
    const { db, keys, isProvisioned } = await open();
    await db.close();
    expect([isProvisioned, keys.createsUntil]).toEqual([true, '2026-01-16T12:00:00.000Z']);
    expect(await readFile(mounted, 'utf8')).toBe(made);
    await start();
    await rm(folder.database);
    await expect(start()).rejects.toThrow(/audit-heads\.json shows that there was one/);
    expect(await readdir(folder.path)).not.toContain('castellan.db');
  });

  it.each([
    ['later', now - waitMs - 1],
    ['with a clock that is far behind', now + 31 * day],
  ])('create none %s', async (_, madeAt) => {
    await provide(madeAt);
    await expect(start()).rejects.toThrow(/run castellan keys generate: the keys in .* could do so until 20/);
    expect(await readdir(folder.path)).toEqual(['castellan.lock', 'keys.json']);
  });

  it('don’t open a database of other keys', async () => {
    await start();
    const database = await readFile(folder.database);
    await provide();
    await writeFile(folder.database, database, { mode: 0o600 });
    await expect(start()).rejects.toThrow(/doesn't belong to/);
  });
});

describe('rotated keys', () => {
  it('are those of the database once the rotation is recorded, so that the old one may go', async () => {
    const id = await start();
    const { keys: old } = await secretFile();
    const fresh = { kid: 'new', secret: randomBytes(32).toString('base64url'), created_at: '2026-01-15T12:00:00.000Z' };
    await writeFile(folder.keys, JSON.stringify({ keys: [fresh, ...old] }));
    const { db, keys, isRotationUnrecorded, anchorStore } = await open();
    expect([isRotationUnrecorded, anchorStore.installationId]).toEqual([true, id]);
    await recordInstallation(db.write, keys, id);
    await db.close();
    await writeFile(folder.keys, JSON.stringify({ keys: [fresh] }));
    expect(await start()).toBe(id);
    await writeFile(folder.keys, JSON.stringify({ keys: old }));
    await expect(start()).rejects.toThrow(/doesn't belong to/);
  });

  it('are refused with a database that a retired key has sealed', async () => {
    await start();
    const { db, keys } = await open();
    await keys.rotate(await keys.newEntry(now));
    await keys.retire(keys.all[1]?.kid ?? '', now);
    await db.close();
    await expect(start()).rejects.toThrow(/it was retired later\. Restore both from the same backup/);
  });
});
