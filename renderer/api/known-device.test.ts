import { expect, it } from 'vitest';
import { createKeptTexts } from '../parts/kept-texts.ts';
import { createKnownDevice } from './known-device.ts';

const storage = () => {
  const values = new Map<string, string>();
  return createKeptTexts(() => ({
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }));
};

it('is known again after the page was left, and after another tab signed in', () => {
  const kept = storage();
  const tab = createKnownDevice(kept, '/');
  expect(tab.token()).toBeUndefined();
  tab.remember('first');
  const another = createKnownDevice(kept, '/');
  expect(another.token()).toBe('first');
  another.remember('second');
  expect(tab.token()).toBe('second');
});

it('fills in the address that it remembers, until it forgets it', () => {
  const kept = storage();
  createKnownDevice(kept, '/').rememberEmail('ada@example.org');
  expect(createKnownDevice(kept, '/').email()).toBe('ada@example.org');
  expect(createKnownDevice(kept, '/two/').email()).toBeUndefined();
  createKnownDevice(kept, '/').rememberEmail(undefined);
  expect(createKnownDevice(kept, '/').email()).toBeUndefined();
});

it('is told apart by servers that share an address', () => {
  const kept = storage();
  createKnownDevice(kept, '/one/').remember('token');
  expect(createKnownDevice(kept, '/two/').token()).toBeUndefined();
});
