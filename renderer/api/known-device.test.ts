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

it('keeps what a sign-in link takes, until it is used', () => {
  const kept = storage();
  const device = () => createKnownDevice(kept, '/');
  expect(device().askedForLink()).toBeUndefined();
  for (const asked of [
    { browser_token: 'secret' },
    { browser_token: 'another', sign_in_slug: 'acme' },
    { browser_token: 'third', return_to: '/oauth2/interaction/x' },
    { browser_token: 'fourth', sign_in_slug: 'acme', return_to: '/device?user_code=BCDF-GHJK' },
  ]) {
    device().askForLink(asked);
    expect(device().askedForLink()).toEqual(asked);
    expect(createKnownDevice(kept, '/two/').askedForLink()).toBeUndefined();
  }
  device().askForLink(undefined);
  expect(device().askedForLink()).toBeUndefined();
});

it('is told apart by servers that share an address', () => {
  const kept = storage();
  createKnownDevice(kept, '/one/').remember('token');
  expect(createKnownDevice(kept, '/two/').token()).toBeUndefined();
});
