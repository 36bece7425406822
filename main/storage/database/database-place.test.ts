import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newDataFolder } from '#e2e/support/new-data-folder.ts';
import { assertOneProcess } from '../../config/database-server.ts';
import { dataFolder } from '../../platform/data-folder.ts';
import { databasePlace } from './database-place.ts';
import { migrations } from './migrations/index.ts';

const server = { url: 'postgres://ada:secret@db.example.com:5433/castellan', connections: 2 };

describe('the place of the database', () => {
  it('is the file in the data folder', async () => {
    const folder = dataFolder(await newDataFolder('castellan-place-'));
    const place = databasePlace(folder, undefined);
    expect(await place.describe()).toBe(folder.database);
    expect(await place.inspect('none')).toMatchObject({ applied: Object.keys(migrations) });
    expect(await databasePlace(dataFolder(join(folder.path, 'none')), undefined).inspect('none')).toBeUndefined();
  });

  it('is not taken for one that is yet to be created if nothing can tell whether it exists', async () => {
    const path = await newDataFolder('castellan-place-');
    await rm(join(path, 'castellan.db'));
    await symlink('castellan.db', join(path, 'castellan.db'));
    await expect(databasePlace(dataFolder(path), undefined).inspect('none')).rejects.toThrow('(ELOOP)');
  });

  it('is a server if one is named, whose password no message shows', async () => {
    const place = await databasePlace(dataFolder('/nowhere'), server).describe();
    expect(place).toContain('db.example.com:5433');
    expect(place).not.toContain('secret');
  });

  it('must be a file for what works with one process only', () => {
    expect(() => assertOneProcess({ databaseServer: server }, 'The desktop app')).toThrow(
      "The desktop app can't use --database-url. Remove it",
    );
    expect(() => assertOneProcess({}, 'The desktop app')).not.toThrow();
  });
});
