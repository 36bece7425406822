import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeClock } from '#e2e/support/fake-clock.ts';
import { hour, second } from '#shared/rules/limits.ts';
import type { Role } from '#shared/rules/roles.ts';
import { AppError, type ErrorKey, errors } from '#shared/texts/errors.ts';
import type { Logger } from '../platform/logger.ts';
import type { Callers } from '../security/callers.ts';
import { type ChangeFeed, createChangeFeed } from '../storage/database/change-feed.ts';
import type { Write } from '../storage/database/statement-write.ts';
import { createLiveHub, type LiveHub } from './hub.ts';

const collected = 100;
const clock = createFakeClock();
const engines = ['embedded', 'shared'] as const;
type Engine = (typeof engines)[number];

let changes: ChangeFeed;
let hub: LiveHub;
/** The tokens whose callers were read, in order. */
let reads: string[];
/** Answers reads. */
let answer: (token: string) => Promise<Role>;
/** What streams were told, by token. */
let told: Record<string, string[]>;
const log = { error: vi.fn(), warn: vi.fn(), info: vi.fn() };

const callerOf = (token: string, role: Role) => ({
  caller: {
    secondFactorDueAt: undefined,
    lacksVerifiedEmail: false,
    user: { id: token, tenantId: token[0], role, granted: [] },
  },
  until: clock.now() + hour,
});
const start = (engine: Engine) => {
  changes = createChangeFeed(engine === 'shared' ? () => {} : undefined);
  const watch = async (token: string) => {
    reads.push(token);
    return callerOf(token, await answer(token));
  };
  hub = createLiveHub({
    db: { changes } as never,
    callers: { watch } as unknown as Callers,
    clock,
    log: log as unknown as Logger,
  });
};
const open = async (...tokens: string[]) => {
  for (const token of tokens) {
    const events: string[] = [];
    told[token] = events;
    await hub.open(token, 0, {
      send: (event, data) => events.push('topics' in data ? `${event} ${[...data.topics].sort()}` : event),
      keepAlive() {},
      end: () => events.push('end'),
    });
  }
  reads = [];
};
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  reads = [];
  told = {};
  answer = async () => 'admin';
  for (const spy of Object.values(log)) spy.mockClear();
});
afterEach(() => {
  hub.stop();
  vi.useRealTimers();
});

const renamed: Write = { kind: 'update', table: 'users', columns: ['name'] };

describe('a commit', () => {
  const own = ['a1', 'a2'];
  const all = [...own, 'b1', 'b2'];
  const nobody: string[] = [];
  /** Whose callers each kind of commit reads again: at once, and by the next second. On a server, the latter are all. */
  const kinds: Record<string, { write: Write; tenant?: string; soon: Record<Engine, string[]>; later: string[] }> = {
    'an edit of a profile': { write: renamed, tenant: 'a', soon: { embedded: own, shared: own }, later: own },
    'the end of a session': {
      write: { kind: 'update', table: 'sessions', columns: ['ended_at'] },
      tenant: 'a',
      soon: { embedded: own, shared: own },
      later: own,
    },
    'a deletion': {
      write: { kind: 'change', tables: ['users'] },
      tenant: 'a',
      soon: { embedded: own, shared: own },
      later: own,
    },
    'a new workspace': {
      write: { kind: 'insert', table: 'workspaces' },
      tenant: 'a',
      soon: { embedded: nobody, shared: own },
      later: nobody,
    },
    'activity of a session': {
      write: { kind: 'update', table: 'sessions', columns: ['last_active_at'] },
      tenant: 'a',
      soon: { embedded: nobody, shared: nobody },
      later: nobody,
    },
    // Also of what belongs to the installation.
    'raw SQL': { write: { kind: 'unknown' }, tenant: 'a', soon: { embedded: all, shared: all }, later: all },
    'an edit without a tenant': { write: renamed, soon: { embedded: nobody, shared: nobody }, later: all },
  };
  describe.each(engines)('on the %s engine', (engine) => {
    it.each(Object.entries(kinds))('reads only whom it concerns: %s', async (_, { write, tenant, soon, later }) => {
      start(engine);
      await open('a1', 'a2', 'b1', 'b2');
      changes.committed([write], tenant);
      await pass(collected);
      expect(reads).toEqual(soon[engine]);
      await pass(second - collected);
      expect([...new Set(reads)].sort()).toEqual(engine === 'shared' ? all : later);
      // Once each, unless a server is asked every second.
      if (engine === 'embedded') expect(reads).toHaveLength(later.length);
    });

    it('is read once for many edits', async () => {
      start(engine);
      await open('a1', 'a2');
      for (let n = 0; n < 100; n += 1) changes.committed([renamed], 'a');
      await pass(collected);
      expect(reads).toEqual(['a1', 'a2']);
    });
  });
});

describe.each(engines)('a database that answers nobody, on the %s engine', (engine) => {
  it('is asked once per stream at a time', async () => {
    start(engine);
    await open('a1', 'a2');
    const answers = Promise.withResolvers<Role>();
    answer = () => answers.promise;
    for (let n = 0; n < 50; n += 1) {
      changes.committed([renamed], 'a');
      await pass(collected);
    }
    expect(reads).toEqual(['a1', 'a2']);
    answers.resolve('admin');
    await pass(collected);
    // Whatever was committed meanwhile is read now.
    expect(reads.slice(2, 4)).toEqual(['a1', 'a2']);
  });
});

describe('an error of a check', () => {
  const keys = Object.keys(errors) as ErrorKey[];
  const final: Partial<Record<ErrorKey, string[]>> = {
    SESSION_ENDED: ['ended', 'end'],
    TOKEN_EXPIRED: ['end'],
    TOKEN_INVALID: ['end'],
  };
  it.each(keys)('%s ends a stream only if it says that the session is over', async (key) => {
    start('embedded');
    await open('a1');
    answer = () => Promise.reject(new AppError(key as 'SESSION_ENDED', { reason: 'revoked' }));
    changes.committed([renamed], 'a');
    await pass(10 * second);
    expect(told.a1).toEqual(['ready', ...(final[key] ?? [])]);
    expect(hub.count()).toBe(final[key] ? 0 : 1);
  });

  it('keeps everything from a console until it is known who reads it, and nothing after that', async () => {
    start('embedded');
    await open('a1', 'a2');
    answer = () => Promise.reject(new AppError('BUSY', { retry_after: 1 }));
    changes.committed([renamed], 'a');
    await pass(20 * second);
    changes.committed([{ kind: 'insert', table: 'workspaces' }], 'a');
    await pass(20 * second);
    expect(told).toEqual({ a1: ['ready'], a2: ['ready'] });
    answer = async (token) => {
      if (token === 'a2') throw new AppError('SESSION_ENDED', { reason: 'revoked' });
      return 'admin';
    };
    await pass(second);
    expect(told).toEqual({ a1: ['ready', 'changed member_pages,workspaces'], a2: ['ready', 'ended', 'end'] });
  });

  it('is tried again each second at most', async () => {
    start('embedded');
    await open('a1');
    answer = () => Promise.reject(new Error('disk I/O error'));
    changes.committed([renamed], 'a');
    await pass(30 * second);
    expect(reads.length).toBeGreaterThanOrEqual(30);
    expect(reads.length).toBeLessThanOrEqual(31);
  });

  it('is logged once, and its end once, however many consoles are open', async () => {
    start('embedded');
    await open('a1', 'a2', 'a3', 'a4');
    answer = () => Promise.reject(new AppError('BUSY', { retry_after: 1 }));
    changes.committed([renamed], 'a');
    await pass(20 * second);
    expect(log.warn).toHaveBeenCalledTimes(1);
    expect(log.warn.mock.calls[0]?.[0]).toMatchObject({ streams: 4 });
    answer = async () => 'admin';
    await pass(2 * second);
    expect(log.info).toHaveBeenCalledTimes(1);
    expect(log.warn).toHaveBeenCalledTimes(1);
  });
});

it('tells nobody of a change that comes after their role was read', async () => {
  start('embedded');
  await open('a1');
  const asAdmin = Promise.withResolvers<Role>();
  answer = () => asAdmin.promise;
  changes.committed([renamed], 'a');
  await pass(collected);
  // Takes the role away, and writes what only the role may read.
  changes.committed(
    [
      { ...renamed, columns: ['role'] },
      { kind: 'insert', table: 'invitations' },
    ],
    'a',
  );
  answer = async () => 'member';
  asAdmin.resolve('admin');
  await pass(second);
  expect(told.a1).toEqual(['ready', 'changed member_pages', 'changed member_pages']);
});
