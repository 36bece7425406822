import { expect, it } from 'vitest';
import { type ConsoleId, createUnseenNotifications } from './unseen.logic.ts';

const started = () => {
  const window = { watched: 'none' as ConsoleId };
  const totals: number[] = [];
  const unseen = createUnseenNotifications(
    (console) => window.watched === console,
    () => totals.push(unseen.total()),
  );
  return { window, totals, unseen };
};

it('counts notifications of each console that come while no one looks at it, until someone does', () => {
  const { unseen, totals } = started();
  unseen.add(undefined);
  unseen.add('a');
  unseen.add('a');
  expect([unseen.of(undefined), unseen.of('a'), unseen.of('b')]).toEqual([1, 2, 0]);
  unseen.clear('a');
  expect([unseen.of(undefined), unseen.of('a')]).toEqual([1, 0]);
  unseen.clear(undefined);
  expect(totals).toEqual([1, 2, 3, 1, 0]);
});

it('counts none of the console that someone looks at, and tells only of changes', () => {
  const { unseen, totals, window } = started();
  window.watched = 'a';
  unseen.add('a');
  unseen.clear('a');
  expect(totals).toEqual([]);
  unseen.add(undefined);
  expect(totals).toEqual([1]);
});
