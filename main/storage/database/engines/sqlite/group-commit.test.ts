import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#shared/texts/errors.ts';
import { createGroupCommit, type GroupCommit } from './group-commit.ts';
import { createMutex, type Mutex } from './mutex.ts';

/** What the writer did, in order. */
let done: string[];
/** Steps that fail once. */
let failing: Set<string>;
let mutex: Mutex;
let commits: GroupCommit;

const step = async (name: string): Promise<void> => {
  await new Promise((resolve) => setImmediate(resolve));
  done.push(name);
  if (failing.delete(name)) throw new Error(`${name} failed`);
};

beforeEach(() => {
  done = [];
  failing = new Set();
  mutex = createMutex(50, () => new AppError('BUSY', { retry_after: 1 }));
  commits = createGroupCommit(mutex, {
    begin: () => step('begin'),
    commit: () => step('commit'),
    rollback: () => step('rollback'),
  });
});

const write = async (name: string): Promise<string> => {
  const result = await commits.run(async () => {
    await step(name);
    return `${name} done`;
  });
  done.push(`${name} told`);
  return result;
};

describe('writing statements', () => {
  it('share a commit with those that waited meanwhile, and are answered after it', async () => {
    expect(await Promise.all(['a', 'b', 'c'].map(write))).toEqual(['a done', 'b done', 'c done']);
    expect(done).toEqual(['begin', 'a', 'b', 'c', 'commit', 'a told', 'b told', 'c told']);
  });

  it('run on their own if no one else waits', async () => {
    await write('a');
    await write('b');
    expect(done).toEqual(['a', 'a told', 'b', 'b told']);
  });

  it('that arrive while a group is written form the next group', async () => {
    const first = Promise.all(['a', 'b'].map(write));
    await expect.poll(() => done).toContain('a');
    await Promise.all([first, ...['c', 'd'].map(write)]);
    expect(done.filter((name) => !name.endsWith('told')).join()).toBe('begin,a,b,commit,begin,c,d,commit');
  });

  it.each(['begin', 'b', 'commit'])('run one by one after a failure of %s', async (name) => {
    failing.add(name);
    await Promise.all(['a', 'b', 'c'].map(write));
    const after = done.slice(done.indexOf('rollback') + 1).filter((each) => !each.endsWith('told'));
    expect(after).toEqual(['a', 'b', 'c']);
    expect(done.indexOf('a told')).toBeGreaterThan(done.indexOf('rollback'));
  });

  it('fail with their own error, without affecting the others', async () => {
    const refused = commits.run(async () => {
      throw new Error('refused');
    });
    const [outcome, other] = await Promise.allSettled([refused, write('a')]);
    expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'refused' } });
    expect(other).toEqual({ status: 'fulfilled', value: 'a done' });
  });

  it('fail if even the rollback fails', async () => {
    failing.add('commit').add('rollback');
    const outcomes = await Promise.allSettled(['a', 'b'].map(write));
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { message: 'rollback failed' } });
    expect(await write('c')).toBe('c done');
  });

  it('wait for the holder of the writer until their timeout, and leave nothing behind', async () => {
    const release = await mutex.acquire();
    await expect(write('a')).rejects.toMatchObject({ key: 'BUSY' });
    const patient = write('b');
    release();
    expect(await patient).toBe('b done');
    expect(done).toEqual(['b', 'b told']);
    (await mutex.acquire())();
  });
});
