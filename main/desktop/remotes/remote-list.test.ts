import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { mostRemotes } from '#shared/contract/desktop-bridge.ts';
import { createLogger } from '../../platform/logger.ts';
import { createSettings } from '../settings.ts';
import { createRemoteList } from './remote-list.ts';

const folder = perTest(() => temporaryFolder('castellan-servers-'));

const open = () => {
  const settings = createSettings(join(folder.path, 'settings.json'), createLogger('silent'));
  return { settings, list: createRemoteList(settings) };
};

it('keeps servers in the settings, by name and address, and tells of changes', async () => {
  const { settings, list } = open();
  const changed = vi.fn();
  list.onChange(changed);
  const added = list.add({ name: ' Production ', address: 'castellan.example.org' });
  if (typeof added === 'string') throw new Error(added);
  expect(added).toMatchObject({ name: 'Production', address: 'https://castellan.example.org/' });
  expect(list.add({ name: '', address: 'https://example.org/castellan' })).toMatchObject({ name: 'example.org' });
  list.rename(added.id, 'Frankfurt');
  expect(changed).toHaveBeenCalledTimes(3);
  await settings.flush();
  list.move(added.id, 'https://castellan.example.org/base/');
  expect(list.find(added.id)).toMatchObject({ name: 'Frankfurt', address: 'https://castellan.example.org/base/' });
  await settings.flush();
  expect(open().list.all()).toEqual(list.all());
  expect(list.find(added.id)?.name).toBe('Frankfurt');
  list.remove(added.id);
  expect(list.all().map(({ name }) => name)).toEqual(['example.org']);
  await settings.flush();
  expect(readFileSync(join(folder.path, 'settings.json'), 'utf8')).not.toContain('token');
});

it('refuses what is wrong, there already, or too much', async () => {
  const { settings, list } = open();
  expect(list.add({ name: 'x', address: 'http://example.org' })).toBe('insecure');
  expect(list.add({ name: 'x', address: 'nonsense here' })).toBe('invalid');
  list.add({ name: 'x', address: 'example.org' });
  expect(list.add({ name: 'y', address: 'https://EXAMPLE.org/' })).toBe('duplicate');
  for (let count = 1; count < mostRemotes; count += 1) list.add({ name: '', address: `s${count}.example.org` });
  expect(list.add({ name: '', address: 'one-more.example.org' })).toBe('full');
  await settings.flush();
});
