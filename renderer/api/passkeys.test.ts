import { expect, it, vi } from 'vitest';
import { canUsePasskeys } from './passkeys.ts';

/** A window at an address, in a browser that knows passkeys; with a bridge, it is that of the desktop app. */
const openAt = (origin: string, { hasReader = true, castellan }: { hasReader?: boolean; castellan?: object } = {}) => {
  const PublicKeyCredential = { isUserVerifyingPlatformAuthenticatorAvailable: async () => hasReader };
  vi.stubGlobal('location', { origin });
  vi.stubGlobal('window', { PublicKeyCredential, castellan });
  vi.stubGlobal('PublicKeyCredential', PublicKeyCredential);
};
const ours = ['https://castellan.example.com'];

it('offers passkeys at the addresses that the service names, and at no other', async () => {
  openAt('https://castellan.example.com');
  expect(await canUsePasskeys(ours)).toBe(true);
  expect(await canUsePasskeys([])).toBe(false);
  openAt('http://127.0.0.1:4310');
  expect(await canUsePasskeys(ours)).toBe(false);
});

it('does not ask a browser for a reader: a phone or a security key will do', async () => {
  openAt('https://castellan.example.com', { hasReader: false });
  expect(await canUsePasskeys(ours)).toBe(true);
});

it('offers none in a browser that does not know them', async () => {
  vi.stubGlobal('location', { origin: ours[0] });
  vi.stubGlobal('window', {});
  expect(await canUsePasskeys(ours)).toBe(false);
});

it('offers none in the desktop app unless this computer has a reader', async () => {
  openAt('https://castellan.example.com', { castellan: {}, hasReader: false });
  expect(await canUsePasskeys(ours)).toBe(false);
  openAt('https://castellan.example.com', { castellan: {} });
  expect(await canUsePasskeys(ours)).toBe(true);
  openAt('app://castellan', { castellan: {} });
  expect(await canUsePasskeys(ours)).toBe(false);
});
