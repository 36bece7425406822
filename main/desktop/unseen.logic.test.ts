import { expect, it } from 'vitest';
import { createUnseenNotifications } from './unseen.logic.ts';

const started = () => {
  const window = { isWatched: false };
  const shown: number[] = [];
  return {
    window,
    shown,
    unseen: createUnseenNotifications(
      () => window.isWatched,
      (count) => shown.push(count),
    ),
  };
};

it('counts notifications that come while no one looks, until someone does', () => {
  const { unseen, shown } = started();
  unseen.add();
  unseen.add();
  unseen.clear();
  unseen.add();
  expect(shown).toEqual([1, 2, 0, 1]);
});

it('counts none while someone looks, and shows no count that stays the same', () => {
  const { unseen, shown, window } = started();
  window.isWatched = true;
  unseen.add();
  unseen.clear();
  expect(shown).toEqual([]);
});
