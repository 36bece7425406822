import { beforeEach, describe, expect, it } from 'vitest';
import { createInstances, type Instance } from '#e2e/support/instances.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { testPassword } from '#e2e/support/test-service.ts';
import { version } from '#main/platform/version.ts';
import { verifyAuditChain } from '#main/security/audit-verification.ts';
import { migrations } from '#main/storage/database/migrations/index.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { contract } from '#shared/contract/index.ts';

const instances = perTest(() => createInstances());
let one: Instance;
let two: Instance;
beforeEach(async () => {
  [one, two] = instances.all;
});

interface Member {
  tenantId: string;
  email: string;
  token: string;
  refreshToken: string;
}

const owner = async (at: Instance, email: string): Promise<Member> => {
  const account = { email, name: 'Olivia Owner', password: testPassword, company_name: 'Example' };
  const { user_id, tenant_id } = await at.call(contract.auth.signup, account);
  const { db } = at.service.context;
  await tablesOf(db.write).updateTable('users').set({ email_verified: 1 }).where('id', '=', user_id).execute();
  const { access_token, refresh_token } = await at.call(contract.auth.login, { email, password: testPassword });
  return { tenantId: tenant_id, email, token: access_token, refreshToken: refresh_token };
};

/** 0, 1, 2 … */
const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('two instances on one database', () => {
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
