import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { createLogger } from '../../platform/logger.ts';
import { createSettings } from '../settings.ts';
import { deleteLeftovers, remoteFilesOf } from './leftovers.ts';
import { createRemoteList } from './remote-list.ts';

const folder = perTest(() => temporaryFolder('castellan-leftovers-'));

it('what a removed server has stored is deleted at the next start, and nothing else', async () => {
  const log = createLogger('silent');
  const settings = createSettings(join(folder.path, 'settings.json'), log);
  const list = createRemoteList(settings);
  const added = ['removed.example', 'kept.example'].map((address) => list.add({ name: '', address }));
  const [removed, kept] = added.map((server) => (typeof server === 'string' ? server : server.id));
  const placeOf = (id = '') => join(folder.path, 'Partitions', `server-${id}`);
  // As if the app had ended before it had deleted them itself, and while it wrote one.
  const filesOf = (id = '') => {
    const { session, passwords } = remoteFilesOf(folder.path, id);
    return [session, passwords, `${session}.part`];
  };
  for (const id of [removed, kept]) {
    mkdirSync(placeOf(id), { recursive: true });
    writeFileSync(join(placeOf(id), 'Cookies'), 'a cookie');
    for (const file of filesOf(id)) writeFileSync(file, 'sealed');
  }
  list.remove(removed ?? '');
  await settings.flush();

  const next = createSettings(join(folder.path, 'settings.json'), log);
  await deleteLeftovers(next, { partitionsFolder: join(folder.path, 'Partitions'), remotesFolder: folder.path }, log);
  expect([removed, kept].map((id) => existsSync(placeOf(id)))).toEqual([false, true]);
  expect([removed, kept].map((id) => filesOf(id).map((file) => existsSync(file)))).toEqual([
    [false, false, false],
    [true, true, true],
  ]);
  expect(next.get().removedServers).toEqual([]);
  await next.flush();
});
