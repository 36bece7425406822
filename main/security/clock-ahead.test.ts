import { beforeEach, describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { createMailService } from '#e2e/support/mail-service.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { codeAt, enrol } from '#e2e/support/second-factor.ts';
import type { Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { accountLockout, minute, second, throttles, totp } from '#shared/rules/limits.ts';

const { completeLogin, login } = contract.auth;
const year = 365 * 24 * 60 * minute;

const service = perTest(() => createMailService());
let owner: Person;
beforeEach(async () => {
  owner = await service.app.owner();
  await service.drain();
});

const failToSignIn = (ip: string) =>
  failsWith(service.app.call(login, { email: owner.email, password: 'wrong' }, { ip }), 'INVALID_CREDENTIALS');

/** What someone has to wait for, and the proof that they no longer do. */
const waits: [string, () => Promise<() => Promise<unknown>>][] = [
  [
    'the next attempt at an account that is locked',
    async () => {
      for (let failure = 0; failure <= accountLockout.freeFailures + 4; failure += 1) {
        await failToSignIn(`198.51.100.${failure}`);
        service.app.clock.advance(accountLockout.maxWaitMs);
      }
      await failToSignIn('198.51.100.90');
      return () => service.app.call(login, { email: owner.email, password: owner.password }, { ip: '198.51.100.91' });
    },
  ],
  [
    'an address that has used up its limit',
    async () => {
      const guess = () => service.app.call(contract.auth.resetPassword, { token: 'x', new_password: 'Another-word-7' });
      for (let count = 0; count < throttles.token_guess.limit; count += 1) await failsWith(guess(), 'LINK_INVALID');
      await failsWith(guess(), 'RATE_LIMITED');
      return () => failsWith(guess(), 'LINK_INVALID');
    },
  ],
  [
    'a code of an authenticator app after the last one that was used',
    async () => {
      const { secret } = await enrol(service.app, owner);
      return async () => {
        const error = await failsWith(
          service.app.call(login, { email: owner.email, password: owner.password }),
          'SECOND_FACTOR_REQUIRED',
        );
        const code = codeAt(secret, service.app.clock.now());
        const spend = () =>
          service.app.call(completeLogin, { second_factor_token: error.second_factor_token ?? '', code });
        await spend();
        await failsWith(spend(), 'LINK_INVALID');
      };
    },
  ],
  [
    'the next attempt to send an email',
    async () => {
      service.server.refuse = () => ({ code: 450, text: 'Try again later' });
      await service.app.call(
        contract.team.inviteMember,
        { tenant_id: owner.tenantId, email: 'late@example.com', role: 'member' },
        { token: owner.token },
      );
      await service.drain();
      service.server.refuse = undefined;
      return async () => {
        await service.drain();
        expect(service.arrived('late@example.com')).toBeDefined();
      };
    },
  ],
];

describe('after a clock that was a year ahead is put right, nobody waits for', () => {
  it.each(waits)('%s', async (_name, begin) => {
    const start = service.app.clock.now();
    service.app.clock.set(start + year);
    owner = { ...owner, ...(await service.app.login(owner)) };
    const end = await begin();
    service.app.clock.set(start);
    await end();
  });
});

/** As on another instance, or after a clock was corrected by a little. */
describe('a clock that is some seconds behind ends no wait for', () => {
  it.each(waits)('%s', async (_name, begin) => {
    const end = await begin();
    service.app.clock.advance(-3 * second);
    await expect(end()).rejects.toThrow();
  });
});

it('a clock that is some seconds behind takes no code from before the last one', async () => {
  const { app } = service;
  const period = totp.periodSeconds * second;
  app.clock.set(Math.ceil(app.clock.now() / period) * period);
  const { secret } = await enrol(app, owner);
  app.clock.advance(10 * period + second);
  const now = app.clock.now();
  const spend = async (at: number) => {
    const { second_factor_token: token = '' } = await failsWith(
      app.call(login, { email: owner.email, password: owner.password }),
      'SECOND_FACTOR_REQUIRED',
    );
    return app.call(completeLogin, { second_factor_token: token, code: codeAt(secret, at) });
  };
  await spend(now - period);
  // The app is on a device whose clock is ahead.
  await spend(now + period);
  app.clock.advance(-3 * second);
  await failsWith(spend(now - 2 * period), 'SECOND_FACTOR_INVALID');
  await failsWith(spend(now - period), 'SECOND_FACTOR_INVALID');
});
