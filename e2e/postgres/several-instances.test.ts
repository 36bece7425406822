import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/fixtures/fails-with.ts';
import { createInstances, type Instance, type Instances } from '#e2e/fixtures/instances.ts';
import { startMailServer } from '#e2e/fixtures/mail-server.ts';
import { testPassword } from '#e2e/fixtures/test-service.ts';
import { migrations } from '#main/database/migrations/index.ts';
import { tablesOf } from '#main/database/tables.ts';
import { version } from '#main/platform/version.ts';
import { verifyAuditChain } from '#main/security/audit-verification.ts';
import { contract } from '#shared/contract/index.ts';

let instances: Instances;
let one: Instance;
let two: Instance;
beforeEach(async () => {
  instances = await createInstances();
  [one, two] = instances.all;
});
afterEach(() => instances.close());

interface Member {
  id: string;
  tenantId: string;
  email: string;
  token: string;
  refreshToken: string;
}

const login = async (at: Instance, email: string): Promise<Pick<Member, 'token' | 'refreshToken'>> => {
  const { access_token, refresh_token } = await at.call(contract.auth.login, { email, password: testPassword });
  return { token: access_token, refreshToken: refresh_token };
};

const owner = async (at: Instance, email: string): Promise<Member> => {
  const account = { email, name: 'Olivia Owner', password: testPassword, company_name: 'Example' };
  const { user_id, tenant_id } = await at.call(contract.auth.signup, account);
  const { db } = at.service.context;
  await tablesOf(db.write).updateTable('users').set({ email_verified: 1 }).where('id', '=', user_id).execute();
  return { id: user_id, tenantId: tenant_id, email, ...(await login(at, email)) };
};

/** Another owner of the same team. */
const secondOwner = async (at: Instance, first: Member, email: string): Promise<Member> => {
  const { db, secretBox } = at.service.context;
  await at.call(contract.team.inviteMember, { tenant_id: first.tenantId, email, role: 'owner' }, first.token);
  const mail = await tablesOf(db.read)
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow();
  const answer = await at.call(contract.team.acceptInvitation, {
    token: secretBox.open('mails.sealed_secret', mail),
    name: 'Otto Owner',
    password: testPassword,
  });
  return {
    id: answer.user.id,
    tenantId: first.tenantId,
    email,
    token: answer.access_token,
    refreshToken: answer.refresh_token,
  };
};

/** 0, 1, 2 … */
const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('two instances on one database', () => {
  it('see each other’s changes on the next request', async () => {
    const member = await owner(one, 'ada@example.com');
    for (const n of times(10)) {
      await one.call(contract.profile.updateMe, { name: `Ada ${n}` }, member.token);
      expect(await two.call(contract.profile.getMe, {}, member.token)).toMatchObject({ name: `Ada ${n}` });
    }
  });

  it('are listed for operators with their version', async () => {
    const { token } = await owner(one, 'ada@example.com');
    const listed = async (at: Instance) => (await at.call(contract.installation.getInstallation, {}, token)).instances;
    const known = { version, schema_version: Object.keys(migrations).at(-1) };
    expect(await listed(one)).toMatchObject([
      { ...known, current: true },
      { ...known, current: false },
    ]);
    expect((await listed(two)).map(({ current }) => current)).toEqual([false, true]);
    for (const { connected_at } of await listed(one)) expect(Date.parse(connected_at ?? '')).toBeGreaterThan(0);
  });

  it('refuse a session that the other one has ended, on the next request', async () => {
    const { email } = await owner(one, 'ada@example.com');
    for (const _ of times(10)) {
      const { token } = await login(one, email);
      await two.call(contract.profile.getMe, {}, token);
      await one.call(contract.auth.logout, {}, token);
      await failsWith(two.call(contract.profile.getMe, {}, token), 'SESSION_ENDED');
    }
  });

  it('never leave a team without an owner, whoever demotes whom at once', async () => {
    for (const n of times(8)) {
      const first = await owner(one, `first${n}@example.com`);
      const second = await secondOwner(one, first, `second${n}@example.com`);
      const demote = (at: Instance, by: Member, whom: Member) =>
        at.call(contract.team.changeRole, { tenant_id: first.tenantId, user_id: whom.id, role: 'member' }, by.token);
      await Promise.allSettled([demote(one, first, second), demote(two, second, first)]);
      const owners = await tablesOf(one.service.context.db.read)
        .selectFrom('users')
        .select('id')
        .where('tenant_id', '=', first.tenantId)
        .where('role', '=', 'owner')
        .execute();
      expect(owners, `team ${n}`).toHaveLength(1);
    }
  });

  it('give the same successor to a refresh token that both get at once', async () => {
    const { email } = await owner(one, 'ada@example.com');
    for (const _ of times(10)) {
      const { refreshToken } = await login(one, email);
      const refresh = (at: Instance) => at.call(contract.auth.refresh, { refresh_token: refreshToken });
      const [a, b] = await Promise.all([refresh(one), refresh(two)]);
      expect(a.refresh_token).toBe(b.refresh_token);
    }
  });

  it('keep one unbroken audit log under concurrent changes', async () => {
    const member = await owner(one, 'ada@example.com');
    await Promise.all(
      times(40).map((n) =>
        (n % 2 === 0 ? one : two).call(contract.profile.updateMe, { name: `Ada ${n}` }, member.token),
      ),
    );
    const { db, audit } = two.service.context;
    expect(await verifyAuditChain(db.read, audit, member.tenantId)).toMatchObject({ valid: true, checked: 42 });
  });

  it('create one account for an address that signs up at both', async () => {
    for (const n of times(5)) {
      const signup = (at: Instance) =>
        at.call(contract.auth.signup, {
          email: `both${n}@example.com`,
          name: 'Ada',
          password: testPassword,
          company_name: 'Example',
        });
      const results = await Promise.allSettled([signup(one), signup(two)]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const refused = results.find((result) => result.status === 'rejected');
      expect(refused?.reason).toMatchObject({ key: 'EMAIL_TAKEN' });
    }
  });

  it('end an idle session at neither while it is used at one', async () => {
    const member = await owner(one, 'ada@example.com');
    for (const _ of times(4)) {
      instances.clock.advance(20 * 60_000);
      const { refresh_token, access_token } = await one.call(contract.auth.refresh, {
        refresh_token: member.refreshToken,
      });
      Object.assign(member, { refreshToken: refresh_token, token: access_token });
      await one.service.context.callers.flush();
    }
    expect(await two.call(contract.profile.getMe, {}, member.token)).toMatchObject({ email: member.email });
  });

  it('run a job on one of them at a time', async () => {
    const ran: string[] = [];
    const held = Promise.withResolvers<void>();
    const first = one.service.context.db.lead('test', async () => {
      ran.push('one');
      await held.promise;
    });
    await expect.poll(() => ran).toEqual(['one']);
    expect(await two.service.context.db.lead('test', async () => void ran.push('two'))).toBe(false);
    held.resolve();
    expect(await first).toBe(true);
    expect(await two.service.context.db.lead('test', async () => void ran.push('two'))).toBe(true);
    expect(ran).toEqual(['one', 'two']);
  });

  it('tell each other what they have committed', async () => {
    const member = await owner(one, 'ada@example.com');
    const heard: string[] = [];
    two.service.context.db.changes.onCommit('audit', ({ tenants }) => heard.push(...tenants));
    await one.call(contract.profile.updateMe, { name: 'Ada Changed' }, member.token);
    await expect.poll(() => heard).toContain(member.tenantId);
  });
});

it('two mail workers send each email once', async () => {
  const server = await startMailServer();
  const sending = await createInstances({ 'smtp-url': server.url });
  try {
    const [first, second] = sending.all;
    const addresses = times(15).map((n) => `reader${n}@example.com`);
    await Promise.all(
      addresses.map((email) =>
        first.call(contract.auth.signup, { email, name: 'Ada', password: testPassword, company_name: 'Example' }),
      ),
    );
    await Promise.all([first.service.mailWorker.drain(), second.service.mailWorker.drain()]);
    expect(server.mails.flatMap(({ to }) => to).sort()).toEqual(addresses.sort());
  } finally {
    await sending.close();
    await server.close();
  }
});
