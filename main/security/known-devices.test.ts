import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock, type FakeClock } from '#e2e/support/fake-clock.ts';
import { lifetimesMs } from '#shared/rules/limits.ts';
import { randomIds } from '../platform/ids.ts';
import { clockDifferenceMs } from '../platform/remaining-wait.ts';
import { createKeyRing } from './keys.ts';
import { createKnownDevices, type KnownDevices } from './known-devices.ts';

const [old, fresh] = [
  { kid: 'k1', secret: randomBytes(32) },
  { kid: 'k2', secret: randomBytes(32) },
];
const [ada, eve] = [randomIds.id('user'), randomIds.id('user')];
let clock: FakeClock;
let devices: KnownDevices;
beforeEach(() => {
  clock = createFakeClock();
  devices = createKnownDevices(createKeyRing([old]), clock, randomIds);
});

describe('the token of a known device', () => {
  it('names the account, the device and the time', () => {
    const first = devices.read(devices.issue(ada, undefined));
    expect(first).toMatchObject({ userId: ada, issuedAt: clock.now() });
    expect(devices.read(devices.issue(ada, undefined))?.nonce).not.toBe(first?.nonce);
  });

  it('keeps the device when its account signs in again, and no other account gets it', () => {
    const token = devices.issue(ada, undefined);
    clock.advance(1_000);
    const again = devices.read(devices.issue(ada, token));
    expect(again).toMatchObject({ nonce: devices.read(token)?.nonce, issuedAt: clock.now() });
    expect(devices.read(devices.issue(eve, token))?.nonce).not.toBe(again?.nonce);
  });

  it('is valid for 180 days', () => {
    const token = devices.issue(ada, undefined);
    clock.advance(lifetimesMs.knownDevice - 1);
    expect(devices.read(token)).toBeDefined();
    clock.advance(1);
    expect(devices.read(token)).toBeUndefined();
  });

  it('from a clock that was ahead is worth nothing', () => {
    const token = devices.issue(ada, undefined);
    clock.jump(-clockDifferenceMs);
    expect(devices.read(token)).toBeDefined();
    clock.jump(-1);
    expect(devices.read(token)).toBeUndefined();
  });

  it('outlives a rotation of the keys, but not the retirement of its key', () => {
    const token = devices.issue(ada, undefined);
    const rotated = createKnownDevices(createKeyRing([fresh, old]), clock, randomIds);
    expect(rotated.read(token)).toEqual(devices.read(token));
    expect(rotated.issue(ada, token)).toContain('.k2.');
    expect(createKnownDevices(createKeyRing([fresh]), clock, randomIds).read(token)).toBeUndefined();
  });

  it('is worth nothing once any of its characters is changed, and neither is any other text', () => {
    const token = devices.issue(ada, undefined);
    for (let index = 0; index < token.length; index += 1) {
      const other = token[index] === 'A' ? 'Q' : 'A';
      // The last character of a MAC has bits that are no part of it.
      if (index === token.length - 1) continue;
      expect(devices.read(`${token.slice(0, index)}${other}${token.slice(index + 1)}`), String(index)).toBeUndefined();
    }
    for (const text of ['', '.', `${token}.`, `${token}, ${token}`, 'x'.repeat(10_000), undefined]) {
      expect(devices.read(text)).toBeUndefined();
    }
  });
});
