import { expect, it, vi } from 'vitest';
import { promotedBytes } from '#e2e/support/promoted-bytes.ts';
import { createChangeFeed } from './change-feed.ts';
import { type Database, wholeDatabase } from './database.ts';
import type { Queries } from './schema.ts';
import { ScopedDatabase } from './scoped-database.ts';

const database = { changes: createChangeFeed() } as Database;

it('connects once, on first use', () => {
  const queries = {} as Queries;
  const connect = vi.fn(() => queries);
  const scoped = new ScopedDatabase(database, connect);
  expect(scoped.changes).toBe(database.changes);
  expect(scoped[wholeDatabase]).toBe(database);
  expect(connect).not.toHaveBeenCalled();
  expect(scoped.read).toBe(queries);
  expect(scoped.read).toBe(queries);
  expect(connect).toHaveBeenCalledOnce();
});

it('keeps nothing of a call that is over', () => {
  const kept = promotedBytes((payload) => new ScopedDatabase(database, () => payload as never));
  expect(kept).toBeLessThan(10_000_000);
});
