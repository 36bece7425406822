import { expect, test } from 'vitest';
import { endStates, openStates } from '#shared/flows/upgrade-flow.ts';
import { type AttentionRun, attentionOf, recent } from './attention.logic.ts';

const names = (known: Parameters<typeof attentionOf>[0]) => attentionOf(known).map(({ name }) => name);

const run = (serviceid: string, change: Partial<AttentionRun> = {}): AttentionRun => ({
  serviceid,
  server_label: `web-${serviceid}`,
  kind: 'upgrade',
  state: 'resized',
  is_open: true,
  ...change,
});

test('nothing needs attention where nothing is wrong, or nothing is known', () => {
  expect(attentionOf({})).toEqual([]);
  expect(attentionOf({ upgrades: [], backupFailed: false, undelivered: 0, held: 0, overBudget: false })).toEqual([]);
});

test('the most urgent comes first', () => {
  expect(
    names({ expiringKeys: 2, lockouts: 1, held: 3, undelivered: 1, backupFailed: true, overBudget: true }),
  ).toEqual(['backup', 'undelivered', 'held', 'lockouts', 'budget', 'keys']);
});

test('one upgrade leads to its server, several to the list', () => {
  const [one] = attentionOf({ upgrades: [run('7')] });
  expect(one).toMatchObject({ name: 'upgrades', count: 1, link: { params: { serviceId: '7' } } });
  const [both] = attentionOf({ upgrades: [run('7'), run('8')] });
  expect(both).toMatchObject({ count: 2, link: { search: { tab: 'history' } } });
});

test('what has ended waits for no one, and is named by how it has ended', () => {
  const over = (state: AttentionRun['state'], kind: AttentionRun['kind'] = 'upgrade') =>
    run('7', { state, kind, is_open: false });
  const told = (...upgrades: AttentionRun[]) =>
    attentionOf({ upgrades }).map((item) => [item.name, item.count, 'server' in item ? item.server : undefined]);
  for (const state of endStates.filter((state) => state !== 'failed')) {
    expect(told(over(state)), state).toEqual([['finished', 1, 'web-7']]);
    expect(told(over(state, 'power')), state).toEqual([['changed', 1, 'web-7']]);
  }
  expect(told(over('failed'), over('failed', 'power'))).toEqual([['failed', 2, 'web-7']]);
  for (const state of openStates) expect(told(run('7', { state })), state).toEqual([['upgrades', 1, 'web-7']]);
  expect(told(over('confirmed'), run('8'), over('failed')).map(([name]) => name)).toEqual([
    'upgrades',
    'failed',
    'finished',
  ]);
});

test('held email leads to the mail server for whoever may set it', () => {
  expect(attentionOf({ held: 1, mayConnectMail: true })[0]?.link).toMatchObject({ search: { tab: 'server' } });
  expect(attentionOf({ held: 1, mayConnectMail: false })[0]?.link).not.toHaveProperty('search');
});

test('recent is the last seven days', () => {
  const days = Array.from({ length: 30 }, (_, index) => ({ failed: index < 23 ? 100 : 1 }));
  expect(recent(days, ({ failed }) => failed)).toBe(7);
  expect(recent(undefined, () => 1)).toBeUndefined();
});
