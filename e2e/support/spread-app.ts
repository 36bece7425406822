import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type App, startApp } from '#main/app/app.ts';
import type { SettingName } from '#main/config/settings.ts';
import { createLogger } from '#main/platform/logger.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { createFakeClock } from './fake-clock.ts';
import { newTestFolder } from './new-data-folder.ts';
import { noNetwork } from './no-network.ts';
import { countRowsOnDatabaseServer } from './table-contents.ts';
import type { TestApp } from './test-app.ts';
import { testConfig, testPasswords } from './test-service.ts';

/** The clock stands still, so turns of requests to the provider would be ever further away. */
const stopTurns = async ({ context: { db } }: App): Promise<void> => {
  const statements = [
    'create function no_turn() returns trigger language plpgsql as $$ begin new.next_start := 0; return new; end $$',
    'create trigger no_turn before insert or update on provider_turns for each row execute function no_turn()',
  ];
  for (const statement of statements) await sql.raw(statement).execute(tablesOf(db.write));
};

/**
 * Several instances of the program in this process, on one database of the run's cluster, behind what looks like one server:
 * each time it is asked for its address, it tells that of the next one.
 */
export const createSpreadApp = async (
  count: number,
  flags: Partial<Record<SettingName, string>> = {},
): Promise<TestApp> => {
  const first = await newTestFolder('castellan-spread-');
  if (!first.server) throw new Error('Run these tests with npm run test:postgres');
  const folders = [first.dataDir];
  const apps: App[] = [];
  const clock = createFakeClock();
  const start = async (dataDir: string): Promise<void> => {
    const config = { ...testConfig(dataDir, flags), databaseServer: first.server };
    const overrides = { clock, log: createLogger('silent'), provider: noNetwork, ...testPasswords(flags) };
    apps.push(await startApp(config, overrides));
  };
  const close = async (): Promise<void> => {
    await Promise.all(apps.map((app) => app.stop()));
    for (const folder of folders.slice(1)) await rm(folder, { recursive: true, force: true });
    await first.remove();
  };
  try {
    await start(first.dataDir);
    for (let n = 1; n < count; n += 1) {
      const folder = await mkdtemp(join(tmpdir(), 'castellan-spread-'));
      folders.push(folder);
      await copyFile(join(first.dataDir, 'keys.json'), join(folder, 'keys.json'));
      await start(folder);
    }
    const [app] = apps as [App];
    // They are at one address, as behind a proxy.
    for (const { service } of apps.slice(1)) service.announce(app.address, app.context.hosts());
    await countRowsOnDatabaseServer(app.context.db.write);
    await stopTurns(app);
    let turn = 0;
    const next = (): string => {
      turn += 1;
      return apps[turn % apps.length]?.address ?? app.address;
    };
    return {
      app,
      clock,
      dataDir: first.dataDir,
      get address() {
        return next();
      },
      get port() {
        return Number(new URL(next()).port);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
