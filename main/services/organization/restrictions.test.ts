import { beforeEach, describe, expect, it } from 'vitest';
import { createKey } from '#e2e/support/api-keys.ts';
import { setConfirmed } from '#e2e/support/confirmations.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { setPolicies } from '#e2e/support/policies.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { enrol, seedSecondFactor } from '#e2e/support/second-factor.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { setVerified } from '#e2e/support/verified.ts';
import { contract, operations } from '#shared/contract/index.ts';
import { type Restriction, restrictionNames, restrictions } from '#shared/rules/restrictions.ts';
import { bearerCall } from '../calls.ts';

const app = perTest(() => createTestService());
const owner = perTest(() => app.owner('owner@example.com'));
let member: Person;
const by = ({ token }: Person) => ({ token });

/** What an organization may require: how to, what people can do who haven't met it, and how they do. */
const cases: Record<Restriction, { demand(): Promise<unknown>; meet(): Promise<unknown>; open: string[] }> = {
  verified_email: {
    async demand() {
      await setVerified(app, owner, true);
      await setVerified(app, member, false);
      return setPolicies(app, owner, { verified_email_required: true });
    },
    meet: () => setVerified(app, member, true),
    open: ['changeEmail', 'confirmSession', 'deleteMe', 'exportMe', 'getMe', 'logout', 'whoAmI'],
  },
  second_factor: {
    async demand() {
      await seedSecondFactor(app.service.context, app.service.context.db.write, owner.id, 'active');
      await setConfirmed(app.service.context, owner.id, app.clock.now(), 'second_factor');
      return setPolicies(app, owner, { second_factor_required: true, second_factor_grace_days: 0 });
    },
    meet: () => enrol(app, member),
    open: [
      'addPasskey',
      'confirmSecondFactor',
      'confirmSession',
      'getMe',
      'getPasskey',
      'getSecondFactor',
      'listPasskeys',
      'logout',
      'startPasskeyRegistration',
      'startSecondFactor',
      'whoAmI',
    ],
  },
};

/** DECISION 0136 */
describe.each(restrictionNames)('%s, which an organization requires', (name) => {
  const error = restrictions[name];
  const { demand, meet, open } = cases[name];
  const listMembers = ({ tenantId }: Person, token: string) =>
    app.call(contract.team.listMembers, { tenant_id: tenantId }, { token });
  beforeEach(async () => {
    member = await app.join(owner);
  });

  it('leaves people who have not met it only to meet it, sign out, and read their profile', async () => {
    await demand();
    const answered: string[] = [];
    for (const { operation } of operations) {
      if (operation.auth === 'none') continue;
      const key = await app.call(operation, { tenant_id: owner.tenantId } as never, by(member)).then(
        () => undefined,
        (refusal: { key: string }) => refusal.key,
      );
      if (key !== error) answered.push(operation.id);
      if (operation.id === 'logout') member = await app.login(member);
    }
    expect(answered.sort()).toEqual(open);
  });

  it('is over once it is met, and leaves alone who has met it', async () => {
    await demand();
    await failsWith(listMembers(member, member.token), error);
    await meet();
    await listMembers(member, member.token);
    await listMembers(owner, owner.token);
  });

  it('holds for API keys', async () => {
    const { key } = await createKey(app, member, { scopes: ['team.read'] });
    await demand();
    await failsWith(listMembers(member, key), error);
    await meet();
    await listMembers(member, key);
  });

  it('stops a call that was admitted before', async () => {
    const { context } = app.service;
    const caller = await context.callers.identify(member.token, { background: false, ip: '127.0.0.1' });
    const client = { ip: '127.0.0.1', userAgent: 'test', background: false, requestId: 'req_test' };
    const call = bearerCall(context, contract.profile.updateMe, client, caller);
    await demand();
    await expect(call.transaction(async () => 'done')).rejects.toMatchObject({ key: error });
  });

  it('is required only by owners who have met it themselves', async () => {
    const coOwner = await app.join(owner, 'owner');
    await setVerified(app, coOwner, false);
    const change = { verified_email: 'verified_email_required', second_factor: 'second_factor_required' } as const;
    const refusal = await failsWith(setPolicies(app, coOwner, { [change[name]]: true }), 'STATE_CONFLICT');
    expect(refusal.reason).toMatch(/^(email_unverified|second_factor_off)$/);
    const policies = await app.call(contract.organization.getPolicies, { tenant_id: owner.tenantId }, by(owner));
    expect(policies[change[name]]).toBe(false);
  });
});

it('asks for a verified address before a second factor', async () => {
  member = await app.join(owner);
  for (const name of restrictionNames) await cases[name].demand();
  const read = () => app.call(contract.team.listMembers, { tenant_id: owner.tenantId }, by(member));
  await failsWith(
    app.call(contract.security.startSecondFactor, {} as never, by(member)),
    'EMAIL_VERIFICATION_REQUIRED',
  );
  await setVerified(app, member, true);
  await failsWith(read(), 'SECOND_FACTOR_SETUP_REQUIRED');
});

it('lets in those whose address an admin vouches for', async () => {
  member = await app.join(owner);
  await cases.verified_email.demand();
  const target = { tenant_id: owner.tenantId, user_id: member.id };
  await app.call(contract.team.markEmailVerified, target, by(owner));
  await app.call(contract.team.listMembers, { tenant_id: owner.tenantId }, by(member));
});
