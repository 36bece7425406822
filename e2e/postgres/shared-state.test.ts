import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { createInstances, type Instance, type Instances } from '#e2e/support/instances.ts';
import { challengeOf, solve } from '#e2e/support/solve-captcha.ts';
import { testPassword } from '#e2e/support/test-service.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { reserveProviderTurn } from '#main/storage/store/hosting/provider-turns.ts';
import { contract } from '#shared/contract/index.ts';
import { minute, throttles } from '#shared/rules/limits.ts';

const { login, signup } = contract.auth;
let instances: Instances;
let one: Instance;
let two: Instance;
const open = async (...flags: Parameters<typeof createInstances>) => {
  instances = await createInstances(...flags);
  [one, two] = instances.all;
};
afterEach(() => instances.close());

const account = (email: string) => ({ email, name: 'Ada', password: testPassword, company_name: 'Example' });

describe('a limit per address', () => {
  beforeEach(() => open());

  it('holds for both instances together, to the attempt', async () => {
    const { limit, windowMs } = throttles.sign_in;
    const attempts = await Promise.allSettled(
      Array.from({ length: limit + 20 }, async (_, n) => {
        const { throttle } = (n % 2 === 0 ? one : two).service.context;
        await (await throttle.take('sign_in', '192.0.2.1'))('INVALID_CREDENTIALS');
      }),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(limit);
    const refused = attempts.find((attempt) => attempt.status === 'rejected');
    expect(refused?.reason).toMatchObject({ key: 'RATE_LIMITED', details: { retry_after: windowMs / 1_000 } });
    instances.clock.advance(windowMs);
    await two.service.context.throttle.take('sign_in', '192.0.2.1');
  });

  it('holds for all addresses of a network together, to the attempt', async () => {
    const { limit } = throttles.sign_up;
    const allowed = limit * 4;
    const attempts = await Promise.allSettled(
      Array.from({ length: allowed + 20 }, async (_, n) => {
        const { throttle } = (n % 2 === 0 ? one : two).service.context;
        await (await throttle.take('sign_up', `2001:db8:1:${(n % 256).toString(16)}::1`))(undefined);
      }),
    );
    const refused = attempts.filter(({ status }) => status === 'rejected').length;
    // The last ones may refuse each other, but never more than the network is allowed.
    expect(refused).toBeGreaterThanOrEqual(20);
    expect(refused).toBeLessThan(40);
    await failsWith(one.service.context.throttle.take('sign_up', '2001:db8:1:55::9'), 'RATE_LIMITED');
    await two.service.context.throttle.take('sign_up', '2001:db8:1:100::1');
    await two.service.context.throttle.take('sign_up', '2001:db8:2:1::1');
  });

  it('counts refused attempts for no network', async () => {
    const { limit } = throttles.sign_up;
    for (let n = 0; n < limit * 10; n += 1) {
      await one.service.context.throttle
        .take('sign_up', '192.0.2.1')
        .then((settle) => settle(undefined))
        .catch(() => {});
    }
    const rows = await tablesOf(one.service.context.db.read)
      .selectFrom('throttle_counts')
      .select(['subject', 'count'])
      .execute();
    expect(rows.map(({ count }) => count)).toEqual([limit, limit, limit]);
  });

  it('is not looked up again within a second', async () => {
    const guess = async () =>
      (await one.service.context.throttle.take('token_guess', '192.0.2.1'))('REFRESH_TOKEN_INVALID');
    for (let n = 0; n < throttles.token_guess.limit; n += 1) await guess();
    await failsWith(guess(), 'RATE_LIMITED');
    await tablesOf(one.service.context.db.write).deleteFrom('throttle_counts').execute();
    await failsWith(guess(), 'RATE_LIMITED');
    instances.clock.advance(1_000);
    await guess();
  });

  it('takes back what turned out right, whichever instance counted it', async () => {
    const { limit } = throttles.sign_in;
    for (let n = 0; n < limit; n += 1) {
      const settle = await one.service.context.throttle.take('sign_in', '192.0.2.1');
      await settle(undefined);
    }
    await two.service.context.throttle.take('sign_in', '192.0.2.1');
  });

  it('refuses a sign-in at one after guesses at the other', async () => {
    await one.call(signup, account('ada@example.com'));
    for (let n = 0; n < throttles.sign_in.limit; n += 1) {
      await (await one.service.context.throttle.take('sign_in', '127.0.0.1', true))('INVALID_CREDENTIALS');
    }
    await failsWith(two.call(login, { email: 'ada@example.com', password: testPassword }), 'RATE_LIMITED');
  });
});

describe('the setup token', () => {
  const published = { 'public-url': 'https://castellan.example.org' };

  it('is one for both, opens the first account at either, and is gone at both', async () => {
    await open(published);
    const [first, second] = await Promise.all(instances.all.map(({ service }) => service.context.setupToken.text()));
    expect(first).toMatch(/./);
    expect(second).toBe(first);
    await failsWith(two.call(signup, { ...account('ada@example.com'), setup_token: 'wrong' }), 'SIGN_UPS_CLOSED');
    await two.call(signup, { ...account('ada@example.com'), setup_token: first ?? '' });
    expect(await one.service.context.setupToken.text()).toBeUndefined();
    await failsWith(one.call(signup, { ...account('eve@example.com'), setup_token: first ?? '' }), 'SIGN_UPS_CLOSED');
  });

  it('is not readable in the database', async () => {
    await open(published);
    const { db, setupToken } = one.service.context;
    const row = await tablesOf(db.read).selectFrom('installation').selectAll().executeTakeFirstOrThrow();
    expect(row.sealed_setup_token).toMatch(/./);
    expect(row.sealed_setup_token).not.toContain(await setupToken.text());
  });
});

describe('the hosting provider', () => {
  const connection = (at: Instance, tenant_id: string) =>
    at.service.context.provider({
      tenant_id,
      mode: 'sandbox',
      provider: 'hostwinds',
      base_url: '',
      sealed_key: null,
      allow_private_addresses: 0,
      version: 1,
    });
  beforeEach(() => open());

  it('is one sandbox for both instances', async () => {
    const { tenant_id } = await one.call(signup, account('ada@example.com'));
    const [first, second] = [connection(one, tenant_id), connection(two, tenant_id)];
    const serviceid = '12345';
    const orders = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) =>
        (n % 2 === 0 ? first : second).provider.upgradeInstance({ serviceid, rid: 102 }),
      ),
    );
    expect(orders.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { order } = await second.provider.checkUpgradeOrder({ serviceid });
    expect(await first.sandbox?.payInvoice(order?.invoiceid ?? 0)).toBe(true);
    await second.sandbox?.reset();
    expect(await first.provider.checkUpgradeOrder({ serviceid })).toEqual({ order: null });
  });

  it('gets the requests of an organization one after the other, from whichever instance', async () => {
    const { tenant_id } = await one.call(signup, account('ada@example.com'));
    const now = instances.clock.now();
    const starts = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        reserveProviderTurn((n % 2 === 0 ? one : two).service.context.db.write, tenant_id, now, 500),
      ),
    );
    expect(starts.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => now + n * 500));
    const { db } = two.service.context;
    // A clock that was far ahead must not hold up requests.
    expect(await reserveProviderTurn(db.write, tenant_id, now - 5 * minute, 500)).toBe(now - 5 * minute);
  });
});

describe('the last activity', () => {
  beforeEach(() => open());

  it('of the same sessions is stored by both at once, in whatever order each has seen them', async () => {
    const { user_id } = await one.call(signup, account('ada@example.com'));
    const tokens: string[] = [];
    for (let n = 0; n < 12; n += 1) {
      const { access_token } = await one.call(login, { email: 'ada@example.com', password: testPassword });
      tokens.push(access_token);
    }
    for (let round = 0; round < 5; round += 1) {
      instances.clock.advance(1 * minute);
      for (const token of tokens) await one.call(contract.profile.getMe, {}, token);
      for (const token of tokens.toReversed()) await two.call(contract.profile.getMe, {}, token);
      const flush = ({ service }: Instance) => service.context.callers.flush();
      await Promise.all([flush(one), flush(two)]);
      // What one of them was writing, the other one kept for the next time.
      await Promise.all([flush(one), flush(two)]);
      const rows = await tablesOf(one.service.context.db.read)
        .selectFrom('sessions')
        .select('last_active_at')
        .where('user_id', '=', user_id)
        .execute();
      expect(new Set(rows.map(({ last_active_at }) => last_active_at))).toEqual(new Set([instances.clock.now()]));
    }
  });

  it('of a session that someone is writing to waits for the next time, without holding up the others', async () => {
    const { user_id } = await one.call(signup, account('ada@example.com'));
    const { access_token } = await one.call(login, { email: 'ada@example.com', password: testPassword });
    const other = await one.call(login, { email: 'ada@example.com', password: testPassword });
    const { db, callers } = two.service.context;
    const { sessionId } = await callers.verify(access_token);
    instances.clock.advance(1 * minute);
    await two.call(contract.profile.getMe, {}, access_token);
    await two.call(contract.profile.getMe, {}, other.access_token);
    const active = async () =>
      (
        await tablesOf(db.read)
          .selectFrom('sessions')
          .select(['id', 'last_active_at'])
          .where('user_id', '=', user_id)
          .execute()
      )
        .filter(({ last_active_at }) => last_active_at === instances.clock.now())
        .map(({ id }) => id);
    await one.service.context.db.transaction({}, async (tx) => {
      await tablesOf(tx).updateTable('sessions').set({ device: 'other' }).where('id', '=', sessionId).execute();
      await callers.flush();
      expect(await active()).toEqual([(await callers.verify(other.access_token)).sessionId]);
    });
    await callers.flush();
    expect(await active()).toHaveLength(2);
  });

  it('stays what it is, if an instance that couldn’t write for a while stores what it knew before', async () => {
    await one.call(signup, account('ada@example.com'));
    const { access_token } = await one.call(login, { email: 'ada@example.com', password: testPassword });
    const [early, late] = [one.service.context.callers, two.service.context.callers];
    const { sessionId } = await early.verify(access_token);
    await one.call(contract.profile.getMe, {}, access_token);
    instances.clock.advance(20 * minute);
    await two.call(contract.profile.getMe, {}, access_token);
    await late.flush();
    await early.flush();
    const row = await early.find(sessionId);
    expect(early.lastActive(sessionId, row?.last_active_at ?? 0)).toBe(instances.clock.now());
    instances.clock.advance(20 * minute);
    await one.call(contract.profile.getMe, {}, access_token);
  });
});

it('the heads of the audit logs need no copy on a new instance, and each keeps its own', async () => {
  await open();
  await one.call(signup, account('ada@example.com'));
  for (const { service } of instances.all) {
    await service.context.auditAnchors.advance();
    expect(service.context.auditAnchors.doubt()).toBeUndefined();
    expect(service.context.auditAnchors.summary().tenants).toBe(1);
  }
});

describe('a challenge', () => {
  beforeEach(() => open({ captcha: 'on' }));

  it('of one instance is solved at another, once for both', async () => {
    const solution = solve(await challengeOf(one.call(signup, account('ada@example.com'))));
    const sent = await Promise.allSettled(
      [one, two].map((each, n) => each.call(signup, account(`ada${n}@example.com`), undefined, solution)),
    );
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const other = solve(await challengeOf(one.call(signup, account('bob@example.com'))));
    await two.call(signup, account('bob@example.com'), undefined, other);
    await failsWith(one.call(signup, account('eve@example.com'), undefined, other), 'CAPTCHA_REQUIRED');
  });
});
