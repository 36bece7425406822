import { beforeEach, describe, expect, it } from 'vitest';
import { createInstances, type Instance } from '#e2e/support/instances.ts';
import { grantLasting, isGranted } from '#e2e/support/lasting-grants.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { testPassword } from '#e2e/support/test-service.ts';
import { createRotation } from '#main/oauth/rotation.ts';
import { contract } from '#shared/contract/index.ts';
import { lifetimesMs, minute } from '#shared/rules/limits.ts';

const email = 'ada@example.com';
const instances = perTest(() => createInstances({ 'rate-limits': 'off' }));
let one: Instance;
let two: Instance;
beforeEach(async () => {
  [one, two] = instances.all;
  await one.call(contract.auth.signup, { email, name: 'Ada', password: testPassword, company_name: 'Example' });
});

const granted = async () => {
  const { access_token: token, user } = await one.call(contract.auth.login, { email, password: testPassword });
  return { token, refresh: await grantLasting(one, { id: user.id, tenantId: user.tenant_id, token }) };
};
/** Exchanges a refresh token for the one in its place, as an instance does. Undefined if that isn't possible anymore. */
const exchange = async ({ service }: Instance, token: string): Promise<string | undefined> => {
  const { clock, db, keys } = service.context;
  const rotation = createRotation(db, clock, keys);
  const spent = await rotation.spend(token);
  return spent && rotation.successor(token, spent);
};

describe('a refresh token of an application', () => {
  it('has one successor, whichever instances it is sent to at once', async () => {
    const { refresh } = await granted();
    const successors = await Promise.all([one, two, one, two, one, two].map((at) => exchange(at, refresh)));
    expect(new Set(successors).size).toBe(1);
    expect(successors[0]).toBeDefined();
  });

  it('has another one once the first was lost, also if all ask at once', async () => {
    const { refresh } = await granted();
    const lost = await exchange(one, refresh);
    instances.clock.advance(lifetimesMs.refreshGrace + 1);
    const found = await Promise.all([one, two, one, two].map((at) => exchange(at, refresh)));
    expect(new Set(found).size).toBe(1);
    expect(found[0]).not.toBe(lost);
  });
});

it('what was granted in a session ends on every instance with the session, and not when it lapses', async () => {
  const lasting = await granted();
  instances.clock.advance(31 * minute);
  expect([await isGranted(one, lasting.refresh), await isGranted(two, lasting.refresh)]).toEqual([true, true]);
  const left = await granted();
  expect(await isGranted(two, left.refresh)).toBe(true);
  await one.call(contract.auth.logout, {}, left.token);
  expect(await isGranted(two, left.refresh)).toBe(false);
  expect(await isGranted(two, lasting.refresh)).toBe(true);
  const last = await granted();
  await two.call(contract.sessions.revokeOtherSessions, {}, last.token);
  expect([await isGranted(one, lasting.refresh), await isGranted(one, last.refresh)]).toEqual([false, true]);
});
