import { expect, test, vi } from 'vitest';
import { shareBrowser } from '#e2e/support/browser-tabs.ts';
import { withTabLock } from './tab-locks.ts';

test('tasks of one session run one after the other, those of two sessions side by side', async () => {
  shareBrowser();
  const log: string[] = [];
  const first = Promise.withResolvers<void>();
  const task = (name: string, until?: Promise<void>) => async () => {
    log.push(`${name} begins`);
    await until;
    log.push(`${name} ends`);
    return name;
  };
  const tasks = [
    withTabLock('mine', task('first', first.promise)),
    withTabLock('mine', task('second')),
    withTabLock('other', task('third')),
  ];
  await vi.waitFor(() => expect(log).toContain('third ends'));
  expect(log).toEqual(['first begins', 'third begins', 'third ends']);
  first.resolve();
  expect(await Promise.all(tasks)).toEqual(['first', 'second', 'third']);
  expect(log.slice(3)).toEqual(['first ends', 'second begins', 'second ends']);
});

test.each(['none', 'refused'] as const)('without locks (%s), a task runs at once', async (locks) => {
  shareBrowser({ locks });
  expect(await withTabLock('mine', async () => 'done')).toBe('done');
});
