import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { dataFolder } from '../../../../platform/data-folder.ts';
import type { Database } from '../../database.ts';
import { tablesOf } from '../../tables.ts';
import { openDatabase } from './open.ts';

const place = perTest(() => temporaryFolder('castellan-health-'));
let db: Database;
beforeEach(async () => {
  db = await openDatabase(dataFolder(place.path));
});
afterEach(async () => {
  vi.useRealTimers();
  await db.close();
});

const addTenant = (id: string, name = id) =>
  tablesOf(db.write).insertInto('tenants').values({ id, name, created_at: 0, delete_at: null }).execute();

const pages = (count: string) => sql.raw(`pragma max_page_count = ${count}`).execute(tablesOf(db.write));
/** Lets the file grow no further, as a full disk would. */
const fillDisk = async () => {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(tablesOf(db.write));
  await pages(String(rows[0]?.page_count));
};
const freeDisk = () => pages('1073741823');
const large = 'x'.repeat(500_000);

describe('readiness', () => {
  it('ends with a write that fails for lack of space, and returns with space', async () => {
    await db.assertReady();
    await fillDisk();
    await expect(addTenant('large', large)).rejects.toMatchObject({ code: 'SQLITE_FULL' });
    await expect(db.assertReady()).rejects.toMatchObject({ code: 'SQLITE_FULL' });
    await expect(db.assertReady()).rejects.toMatchObject({ code: 'SQLITE_FULL' });
    await freeDisk();
    await db.assertReady();
    const { rows } = await sql`select name from sqlite_master where name = 'write_probe'`.execute(tablesOf(db.read));
    expect(rows).toEqual([]);
    await addTenant('small');
  });

  it('ends with a transaction that fails for lack of space, and returns with the next that commits', async () => {
    const write = (name: string) =>
      db.transaction({}, async (tx) => {
        await tablesOf(tx).insertInto('tenants').values({ id: 'a', name, created_at: 0, delete_at: null }).execute();
      });
    await fillDisk();
    await expect(write(large)).rejects.toMatchObject({ code: 'SQLITE_FULL' });
    await expect(db.assertReady()).rejects.toMatchObject({ code: 'SQLITE_FULL' });
    await freeDisk();
    await write('small');
    await db.assertReady();
  });

  it('does not end with a write that the database refuses for its contents', async () => {
    await addTenant('a');
    await expect(addTenant('a')).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT' });
    await fillDisk();
    // Only a probe would fail now.
    await db.assertReady();
  });

  it('ends when writes wait too long for their turn, and returns with it', async () => {
    let finish = (): void => {};
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const begun = Promise.withResolvers<void>();
    const long = db.transaction({}, async () => {
      begun.resolve();
      await held;
    });
    await begun.promise;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (const attempt of [() => addTenant('a'), () => db.assertReady()]) {
      const refused = failsWith(attempt(), 'BUSY');
      // Once it waits for its turn, let that time pass.
      while (vi.getTimerCount() === 0) await new Promise(setImmediate);
      vi.advanceTimersByTime(5_000);
      await refused;
    }
    vi.useRealTimers();
    finish();
    await long;
    await db.assertReady();
  });
});
