import { expect, it } from 'vitest';
import { lifetimesMs } from '#shared/rules/limits.ts';
import { createKeptTexts } from '../parts/kept-texts.ts';
import { createKnownDevice } from './known-device.ts';

let now = 1_800_000_000_000;

const storage = () => {
  const values = new Map<string, string>();
  const kept = createKeptTexts(() => ({
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }));
  return (basePath: string) => createKnownDevice(kept, basePath, () => now);
};

it('is known again after the page was left, and after another tab signed in', () => {
  const deviceAt = storage();
  const tab = deviceAt('/');
  expect(tab.token()).toBeUndefined();
  tab.remember('first');
  const another = deviceAt('/');
  expect(another.token()).toBe('first');
  another.remember('second');
  expect(tab.token()).toBe('second');
});

it('fills in the address that it remembers, until it forgets it', () => {
  const deviceAt = storage();
  deviceAt('/').rememberEmail('ada@example.org');
  expect(deviceAt('/').email()).toBe('ada@example.org');
  expect(deviceAt('/two/').email()).toBeUndefined();
  deviceAt('/').rememberEmail(undefined);
  expect(deviceAt('/').email()).toBeUndefined();
});

it('keeps what a sign-in link takes, until it is used', () => {
  const deviceAt = storage();
  const device = () => deviceAt('/');
  expect(device().askedForLink()).toBeUndefined();
  for (const asked of [{ browser_token: 'secret' }, { browser_token: 'another', sign_in_slug: 'acme' }]) {
    device().askForLink(asked);
    expect(device().askedForLink()).toEqual(asked);
    expect(deviceAt('/two/').askedForLink()).toBeUndefined();
  }
  device().askForLink(undefined);
  expect(device().askedForLink()).toBeUndefined();
});

it('keeps where someone is going for as long as a sign-in to an application may take', () => {
  const deviceAt = storage();
  expect(deviceAt('/').wayOn()).toBeUndefined();
  for (const href of ['/oauth2/interaction/x', '/device?user_code=BCDF-GHJK']) {
    deviceAt('/').keepWayOn(href);
    expect(deviceAt('/').wayOn()).toBe(href);
    expect(deviceAt('/two/').wayOn()).toBeUndefined();
  }
  now += lifetimesMs.applicationSignIn - 1;
  expect(deviceAt('/').wayOn()).toBeDefined();
  now += 1;
  expect(deviceAt('/').wayOn()).toBeUndefined();
  deviceAt('/').keepWayOn('/oauth2/interaction/y');
  // The clock was put back: nobody knows how long ago that was.
  now -= 1;
  expect(deviceAt('/').wayOn()).toBeUndefined();
  now += 1;
  deviceAt('/').keepWayOn(undefined);
  expect(deviceAt('/').wayOn()).toBeUndefined();
});

it('is told apart by servers that share an address', () => {
  const deviceAt = storage();
  deviceAt('/one/').remember('token');
  expect(deviceAt('/two/').token()).toBeUndefined();
});
