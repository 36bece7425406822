import { expect, it } from 'vitest';
import { createKnownDevice } from './known-device.ts';

const storage = () => {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
};
const blocked = () => {
  throw new Error('blocked');
};

it('is known again after the page was left, and after another tab signed in', () => {
  const kept = storage();
  const tab = createKnownDevice(() => kept, '/');
  expect(tab.token()).toBeUndefined();
  tab.remember('first');
  const another = createKnownDevice(() => kept, '/');
  expect(another.token()).toBe('first');
  another.remember('second');
  expect(tab.token()).toBe('second');
});

it('is told apart by servers that share an address', () => {
  const kept = storage();
  createKnownDevice(() => kept, '/one/').remember('token');
  expect(createKnownDevice(() => kept, '/two/').token()).toBeUndefined();
});

it('is known until the page is left if the browser stores nothing', () => {
  const device = createKnownDevice(blocked, '/');
  device.remember('token');
  expect(device.token()).toBe('token');
});
