import { expect, test } from 'vitest';
import { attentionOf, recent } from './attention.logic.ts';

const names = (known: Parameters<typeof attentionOf>[0]) => attentionOf(known).map(({ name }) => name);

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
  const [one] = attentionOf({ upgrades: [{ serviceid: '7' }] });
  expect(one).toMatchObject({ name: 'upgrades', count: 1, link: { params: { serviceId: '7' } } });
  const [both] = attentionOf({ upgrades: [{ serviceid: '7' }, { serviceid: '8' }] });
  expect(both).toMatchObject({ count: 2, link: { search: { tab: 'history' } } });
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
