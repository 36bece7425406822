import { beforeEach, describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { createInstances, type Instance } from '#e2e/support/instances.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { nextCode } from '#e2e/support/second-factor.ts';
import { testPassword } from '#e2e/support/test-service.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { contract } from '#shared/contract/index.ts';

const { auth, hosting, security, team, workspaces } = contract;

const instances = perTest(() => createInstances());
let one: Instance;
let two: Instance;
let owner: { tenantId: string; email: string; token: string };
beforeEach(async () => {
  [one, two] = instances.all;
  const account = { email: 'ada@example.com', name: 'Ada Owner', password: testPassword, company_name: 'Example' };
  const { user_id, tenant_id } = await one.call(auth.signup, account);
  await tablesOf(one.service.context.db.write)
    .updateTable('users')
    .set({ email_verified: 1 })
    .where('id', '=', user_id)
    .execute();
  const { access_token } = await one.call(auth.login, { email: account.email, password: testPassword });
  owner = { tenantId: tenant_id, email: account.email, token: access_token };
});

/** The token of the newest link sent to an address. */
const linkTo = async (email: string): Promise<string> => {
  const { db, secretBox } = one.service.context;
  const mail = await tablesOf(db.read)
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', email)
    .where('sealed_secret', 'is not', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  return secretBox.open('mails.sealed_secret', mail);
};

/** Does the same several times at once, in turn at each instance. Returns why the others were refused. */
const race = async <Result>(act: (at: Instance, n: number) => Promise<Result>, length = 10) => {
  const results = await Promise.allSettled(Array.from({ length }, (_, n) => act(n % 2 === 0 ? one : two, n)));
  const won = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const lost = results.flatMap((result) =>
    result.status === 'rejected' ? [(result.reason as { key: string }).key] : [],
  );
  return { won, lost: [...new Set(lost)].sort() };
};

describe('at two instances at once', () => {
  it('an invitation is accepted once', async () => {
    const email = 'bob@example.com';
    await one.call(team.inviteMember, { tenant_id: owner.tenantId, email, role: 'member' }, owner.token);
    const token = await linkTo(email);
    const { won, lost } = await race((at, n) =>
      at.call(team.acceptInvitation, { token, name: `Bob ${n}`, password: testPassword }),
    );
    expect(won).toHaveLength(1);
    expect(['EMAIL_TAKEN', 'LINK_INVALID']).toEqual(expect.arrayContaining(lost));
    const { users } = await two.call(team.listMembers, { tenant_id: owner.tenantId }, owner.token);
    expect(users.map((user) => user.email).sort()).toEqual([owner.email, email]);
  });

  it('a link to reset a password works once', async () => {
    await one.call(auth.forgotPassword, { email: owner.email });
    await one.service.mailWorker.drain();
    const token = await linkTo(owner.email);
    const { won, lost } = await race((at, n) =>
      at.call(auth.resetPassword, { token, new_password: `${testPassword} ${n}` }),
    );
    expect([won.length, lost]).toEqual([1, ['LINK_INVALID']]);
  });

  it('a code of an authenticator signs in once', async () => {
    const { secret } = await one.call(security.startSecondFactor, { password: testPassword }, owner.token);
    await two.call(security.confirmSecondFactor, { code: nextCode(instances, secret) }, owner.token);
    const login = one.call(auth.login, { email: owner.email, password: testPassword });
    const { second_factor_token } = await failsWith(login, 'SECOND_FACTOR_REQUIRED');
    const code = nextCode(instances, secret);
    const signIn = (at: Instance) =>
      at.call(auth.completeLogin, { second_factor_token: second_factor_token as string, code });
    // Five wrong codes would lock the account.
    const { won, lost } = await race(signIn, 4);
    expect(won).toHaveLength(1);
    expect(['LINK_INVALID', 'SECOND_FACTOR_INVALID']).toEqual(expect.arrayContaining(lost));
  });

  it('a slug is given to one workspace', async () => {
    const { won, lost } = await race((at, n) =>
      at.call(
        workspaces.createWorkspace,
        { tenant_id: owner.tenantId, name: `North ${n}`, slug: 'north' },
        owner.token,
      ),
    );
    expect([won.length, lost]).toEqual([1, ['SLUG_TAKEN']]);
  });

  it('an address of a sign-in page is given to one organization', async () => {
    const account = { email: 'eve@example.com', name: 'Eve Owner', password: testPassword, company_name: 'Other' };
    const { tenant_id: tenantId } = await one.call(auth.signup, account);
    const { email, password } = account;
    const { access_token: token } = await one.call(auth.login, { email, password });
    const founders = [owner, { tenantId, token }] as const;
    const { won, lost } = await race((at, n) => {
      const founder = founders[n % 2] ?? owner;
      const input = { tenant_id: founder.tenantId, sign_in_slug: 'north' };
      return at.call(contract.organization.updateTenant, input, founder.token);
    }, 2);
    expect([won.length, lost]).toEqual([1, ['SLUG_TAKEN']]);
  });

  it('an upgrade is ordered once', async () => {
    await one.call(hosting.updateProviderSettings, { mode: 'sandbox' }, owner.token);
    await two.call(hosting.syncServers, {}, owner.token);
    const { run_id } = await one.call(hosting.startUpgradeRun, { serviceid: '12345' }, owner.token);
    const { version } = await two.call(hosting.chooseUpgradePlan, { run_id, rid: 102 }, owner.token);
    const { won, lost } = await race((at) => at.call(hosting.orderUpgrade, { run_id, version }, owner.token));
    expect([won.length, lost]).toEqual([1, ['STATE_CONFLICT']]);
    expect(await two.call(hosting.getUpgradeRun, { run_id }, owner.token)).toMatchObject({
      state: 'awaiting_payment',
    });
    const { total } = await two.call(
      contract.audit.listAuditEvents,
      { tenant_id: owner.tenantId, action: 'orderUpgrade' },
      owner.token,
    );
    expect(total).toBe(1);
  });
});
