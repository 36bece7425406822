import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { mostRemotes } from '#shared/contract/desktop-bridge.ts';
import { remoteColors } from '#shared/contract/desktop-strip.ts';
import { createLogger } from '../../platform/logger.ts';
import { createSettings } from '../settings.ts';
import type { PresetRemote } from './policy.logic.ts';
import { createRemoteList } from './remote-list.ts';

const folder = perTest(() => temporaryFolder('castellan-servers-'));

const open = () => {
  const settings = createSettings(join(folder.path, 'settings.json'), createLogger('silent'));
  return { settings, list: createRemoteList(settings) };
};

it('tells of a change once it is there', () => {
  const { list } = open();
  const names: string[][] = [];
  list.onChange(() => names.push(list.all().map(({ name }) => name)));
  const added = list.add({ name: 'Production', address: 'castellan.example.org' });
  if (typeof added === 'string') throw new Error(added);
  list.edit({ id: added.id, name: 'Frankfurt', color: 5 });
  list.remove(added.id);
  expect(names).toEqual([['Production'], ['Frankfurt'], []]);
});

it('keeps servers in the settings, by name and address, and tells of changes', async () => {
  const { settings, list } = open();
  const changed = vi.fn();
  list.onChange(changed);
  const added = list.add({ name: ' Production ', address: 'castellan.example.org' });
  if (typeof added === 'string') throw new Error(added);
  expect(added).toMatchObject({ name: 'Production', address: 'https://castellan.example.org/' });
  expect(list.add({ name: '', address: 'https://example.org/castellan' })).toMatchObject({ name: 'example.org' });
  expect(list.edit({ id: added.id, name: 'Frankfurt', color: 5 })).toBe(false);
  expect(changed).toHaveBeenCalledTimes(3);
  await settings.flush();
  list.move(added.id, 'https://castellan.example.org/base/');
  expect(list.find(added.id)).toMatchObject({
    name: 'Frankfurt',
    color: 5,
    address: 'https://castellan.example.org/base/',
  });
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
  expect(list.add({ name: ' ', address: 'https://EXAMPLE.org/' })).toBe('duplicate');
  expect(list.add({ name: 'X', address: 'other.example.org' })).toBe('nameTaken');
  for (let count = 1; count < mostRemotes; count += 1) list.add({ name: '', address: `s${count}.example.org` });
  expect(list.add({ name: '', address: 'one-more.example.org' })).toBe('full');
  await settings.flush();
});

it.each(['This Computer', 'dieser rechner', 'This\u00a0Computer', 'This\u200b Computer\u2060', 'Ｔhis Computer'])(
  'lets no server pass for this computer: %s',
  async (name) => {
    const { settings, list } = open();
    expect(list.add({ name, address: 'evil.example' })).toBe('nameTaken');
    settings.set({ servers: [{ id: 'f'.repeat(32), name, address: 'https://example.org/' }] });
    // Named by an earlier version: its color can be changed.
    expect(list.edit({ id: 'f'.repeat(32), name, color: 1 })).toBe(false);
    expect(list.edit({ id: 'f'.repeat(32), name: name.toUpperCase(), color: 1 })).toBe(true);
    await settings.flush();
  },
);

it.each([
  // It would turn the address around that follows.
  ['Work\u202e', 'Work'],
  ['\u2067Work', 'Work'],
  ['Work\nThis Computer', 'WorkThis Computer'],
  ['\u202e \u0000', 'example.org'],
  ['\u3164', 'example.org'],
  ['שלום', 'שלום'],
  ['<b>Work</b> & more', '<b>Work</b> & more'],
])('shows no name that hides or forges something: %j', async (name, shown) => {
  const { settings, list } = open();
  const id = 'f'.repeat(32);
  list.add({ name, address: 'example.org' });
  expect(list.all().map((server) => server.name)).toEqual([shown]);
  settings.set({ servers: [{ id, name, address: 'https://example.org/' }] });
  expect(list.all().map((server) => server.name)).toEqual([shown]);
  settings.set({ servers: [{ id, name: 'Before', address: 'https://example.org/' }] });
  list.edit({ id, name, color: 1 });
  expect(list.all()).toMatchObject([{ name: shown === 'example.org' ? 'Before' : shown, color: 1 }]);
  await settings.flush();
});

it('has several accounts on one server, each with a name of its own', async () => {
  const { settings, list } = open();
  const added = ['', 'Second account'].map((name) => list.add({ name, address: 'example.org' }));
  const [first, second] = added.map((remote) => (typeof remote === 'string' ? undefined : remote));
  expect([first, second]).toMatchObject([
    { name: 'example.org', address: 'https://example.org/' },
    { name: 'Second account', address: 'https://example.org/' },
  ]);
  // What Chromium and the app store of a server is by its ID.
  expect(second?.id).not.toBe(first?.id);
  expect(list.edit({ id: second?.id ?? '', name: 'EXAMPLE.org', color: 1 })).toBe(true);
  expect(list.find(second?.id ?? '')?.name).toBe('Second account');
  expect(list.edit({ id: second?.id ?? '', name: 'second account', color: 1 })).toBe(false);
  expect(list.add({ name: '', address: 'example.org/castellan' })).toMatchObject({ name: 'example.org/castellan' });
  await settings.flush();
});

it('keeps the order that the person has chosen', async () => {
  const { settings, list } = open();
  const ids = ['a', 'b', 'c'].map((name) => {
    const added = list.add({ name, address: `${name}.example.org` });
    return typeof added === 'string' ? added : added.id;
  });
  const names = () => list.all().map(({ name }) => name);
  list.shift(ids[2] ?? '', -1);
  expect(names()).toEqual(['a', 'c', 'b']);
  list.shift(ids[0] ?? '', -1);
  list.shift(ids[1] ?? '', 1);
  list.shift('f'.repeat(32), 1);
  expect(names()).toEqual(['a', 'c', 'b']);
  list.shift(ids[0] ?? '', 1);
  expect(names()).toEqual(['c', 'a', 'b']);
  await settings.flush();
  expect(open().list.all()).toEqual(list.all());
});

it('gives servers different colors while there are any', async () => {
  const { settings, list } = open();
  for (let index = 0; index <= remoteColors.length; index += 1)
    list.add({ name: '', address: `s${index}.example.org` });
  const colors = list.all().map(({ color }) => color);
  expect(new Set(colors).size).toBe(remoteColors.length);
  expect(colors.at(-1)).toBe(colors[0]);
  await settings.flush();
});

it('gives each server a color that stays, until the person chooses another', async () => {
  const { settings, list } = open();
  settings.set({ servers: [{ id: '0000000b'.padEnd(32, '0'), name: 'a', address: 'https://a.example.org/' }] });
  const [server] = list.all();
  expect(server?.color).toBe(3);
  list.edit({ id: server?.id ?? '', name: 'a', color: 6 });
  expect(list.all()[0]?.color).toBe(6);
  await settings.flush();
});

describe('servers that the policy of this computer presets', () => {
  const preset = (name: string, address: string, color?: number): PresetRemote => ({
    name,
    address,
    color,
    key: address,
  });
  const presets = [preset('Production', 'https://a.example/', 4), preset('Staging', 'https://b.example/')];

  it('come first, keep their names, and stay the same servers', async () => {
    const { settings } = open();
    createRemoteList(settings).add({ name: 'Mine', address: 'mine.example' });
    const list = createRemoteList(settings, presets);
    const facts = () => list.all().map(({ name, isPreset }) => [name, isPreset]);
    expect(facts()).toEqual([
      ['Production', true],
      ['Staging', true],
      ['Mine', false],
    ]);
    const [{ id = '', color } = {}] = list.all();
    expect(color).toBe(4);
    expect(list.edit({ id, name: 'Other', color: 1 })).toBe(false);
    // The app corrects an address; the server is still what the policy means.
    list.move(id, 'https://a.example/castellan/');
    list.shift(id, 1);
    await settings.flush();
    const again = createRemoteList(open().settings, presets);
    expect(again.all()).toEqual(list.all());
    expect(again.find(id)).toMatchObject({ name: 'Production', color: 1, address: 'https://a.example/castellan/' });
  });

  it('are found if the person had added them, and become the person’s own without the policy', async () => {
    const { settings } = open();
    const added = createRemoteList(settings).add({ name: 'My production', address: 'a.example' });
    const list = createRemoteList(settings, presets);
    expect(list.all().filter(({ address }) => address === 'https://a.example/')).toMatchObject([
      { id: typeof added === 'string' ? '' : added.id, name: 'Production' },
    ]);
    await settings.flush();
    expect(
      createRemoteList(settings)
        .all()
        .map(({ isPreset }) => isPreset),
    ).toEqual([false, false]);
  });
});

it('trusts a certificate for one server, unless the policy names another one', async () => {
  const { settings } = open();
  const policy: PresetRemote = { name: 'a', address: 'https://a.example/', certificate: 'a'.repeat(64), key: 'a' };
  const list = createRemoteList(settings, [policy]);
  const added = list.add({ name: 'b', address: 'b.example' });
  const [fixed, own] = [list.all()[0]?.id ?? '', typeof added === 'string' ? '' : added.id];
  expect(list.find(own)?.certificate).toBeUndefined();
  for (const id of [fixed, own]) list.trust(id, 'b'.repeat(64));
  expect(list.find(own)?.certificate).toEqual({ sha256: 'b'.repeat(64), isFixed: false });
  expect(list.find(fixed)?.certificate).toEqual({ sha256: 'a'.repeat(64), isFixed: true });
  list.trust(own, undefined);
  expect(list.find(own)?.certificate).toBeUndefined();
  await settings.flush();
});
