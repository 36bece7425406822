import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditRows } from '#e2e/support/audit.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { storedUser } from '#e2e/support/rows.ts';
import { mailsTo, secretIn, setUser } from '#e2e/support/team.ts';
import {
  createTestService,
  type Person,
  type TestService,
  testOrigin,
  testPassword,
} from '#e2e/support/test-service.ts';
import { toIso } from '#main/platform/clock.ts';
import { holdMail, releaseMail } from '#main/storage/store/mail/mail-hold.ts';
import { markSample } from '#main/storage/store/team/sample-tenants.ts';
import { contract } from '#shared/contract/index.ts';
import { lifetimesMs, minute } from '#shared/rules/limits.ts';

type Purpose = 'verify_email' | 'reset_password';

const kept = perFile(() => createTestService());
let mailed: TestService;
beforeAll(async () => {
  mailed = await createTestService({ 'smtp-url': 'smtp://127.0.0.1:1' });
});
afterAll(async () => {
  await mailed.close();
});

const create = (app: TestService, host: Person, user_id: string, purpose: Purpose) =>
  app.call(contract.team.createMemberLink, { tenant_id: host.tenantId, user_id, purpose }, { token: host.token });
const newPassword = 'Another-passphrase-1';

describe('a link for a member, where no email is sent', () => {
  it('resets their password, and shows in the audit log who saw it', async () => {
    const host = await kept.owner();
    const member = await kept.join(host);
    const { url, expires_at } = await create(kept, host, member.id, 'reset_password');
    expect(url).toMatch(new RegExp(`^${testOrigin}/reset#token=`));
    expect(expires_at).toBe(toIso(kept.clock.now() + lifetimesMs.resetLink));
    expect(await mailsTo(kept, member.email)).not.toContainEqual(expect.objectContaining({ kind: 'password_reset' }));
    const reset = { token: secretIn(url ?? ''), new_password: newPassword };
    await kept.call(contract.auth.resetPassword, reset);
    await kept.call(contract.auth.login, { email: member.email, password: newPassword });
    const rows = await auditRows(kept, host.tenantId);
    expect(rows.find(({ action }) => action === 'createMemberLink')).toMatchObject({
      actor_id: host.id,
      target_id: member.id,
      details: JSON.stringify({ purpose: 'reset_password', mailed: false }),
    });
  });

  it('verifies their address, once', async () => {
    const host = await kept.owner();
    const member = await kept.join(host);
    await setUser(kept, member.id, { email_verified: 0 });
    const { url } = await create(kept, host, member.id, 'verify_email');
    await kept.call(contract.auth.verifyEmail, { token: secretIn(url ?? '') });
    expect((await storedUser(kept, member.id)).email_verified).toBe(1);
    expect(await failsWith(create(kept, host, member.id, 'verify_email'), 'STATE_CONFLICT')).toMatchObject({
      reason: 'already_verified',
    });
  });

  it('stops working when whoever saw it is removed', async () => {
    const host = await kept.owner();
    const admin = await kept.join(host, 'admin');
    const member = await kept.join(host);
    const { url } = await create(kept, admin, member.id, 'reset_password');
    const target = { tenant_id: host.tenantId, user_id: admin.id };
    await kept.call(contract.team.removeMember, target, { token: host.token });
    const reset = { token: secretIn(url ?? ''), new_password: newPassword };
    await failsWith(kept.call(contract.auth.resetPassword, reset), 'LINK_INVALID');
  });

  it('is refused for people the caller does not govern, and for those who could not use it', async () => {
    const host = await kept.owner();
    const admin = await kept.join(host, 'admin');
    const member = await kept.join(host);
    const stranger = await kept.owner();
    await failsWith(create(kept, admin, host.id, 'reset_password'), 'ROLE_NOT_ALLOWED');
    await failsWith(create(kept, member, member.id, 'reset_password'), 'FORBIDDEN');
    await failsWith(create(kept, host, stranger.id, 'reset_password'), 'MEMBER_NOT_FOUND');
    await setUser(kept, member.id, { status: 'disabled' });
    const disabled = await failsWith(create(kept, host, member.id, 'reset_password'), 'STATE_CONFLICT');
    expect(disabled.reason).toBe('account_disabled');
    await kept.call(
      contract.profile.deleteMe,
      { confirmation: 'DELETE', password: testPassword },
      { token: admin.token },
    );
    const leaving = await failsWith(create(kept, host, admin.id, 'reset_password'), 'STATE_CONFLICT');
    expect(leaving.reason).toBe('deletion_scheduled');
  });
});

describe('a link for a member, where email is sent', () => {
  it('is emailed and not shown, at most three times in ten minutes', async () => {
    const host = await mailed.owner();
    const member = await mailed.join(host);
    for (let sent = 1; sent <= 3; sent += 1) {
      expect((await create(mailed, host, member.id, 'reset_password')).url).toBeNull();
    }
    const resets = (await mailsTo(mailed, member.email)).filter(({ kind }) => kind === 'password_reset');
    expect(resets).toHaveLength(3);
    const refused = await failsWith(create(mailed, host, member.id, 'reset_password'), 'STATE_CONFLICT');
    expect(refused.reason).toBe('emailed_recently');
    mailed.clock.advance(10 * minute);
    expect((await create(mailed, host, member.id, 'reset_password')).url).toBeNull();
  });

  it('does not verify an address if it was shown before the mail server was set up', async () => {
    const host = await mailed.owner();
    const member = await mailed.join(host);
    await setUser(mailed, member.id, { email_verified: 0 });
    const { write } = mailed.service.context.db;
    await holdMail(write, { reason: 'restored', held_at: mailed.clock.now() });
    const { url } = await create(mailed, host, member.id, 'verify_email');
    await releaseMail(write);
    await failsWith(mailed.call(contract.auth.verifyEmail, { token: secretIn(url ?? '') }), 'LINK_INVALID');
    expect((await storedUser(mailed, member.id)).email_verified).toBe(0);
  });

  it('is still shown in sample data, which sends nothing', async () => {
    const host = await mailed.owner();
    const member = await mailed.join(host);
    await markSample(mailed.service.context.db.write, host.tenantId);
    const tenant = await mailed.call(
      contract.organization.getTenant,
      { tenant_id: host.tenantId },
      { token: host.token },
    );
    expect(tenant).toMatchObject({ sends_email: false, sample: true });
    expect((await create(mailed, host, member.id, 'reset_password')).url).toContain('/reset#token=');
  });
});

it('tells people without an account whether email is sent', async () => {
  expect((await kept.call(contract.welcome.getWelcome, {})).sends_email).toBe(false);
  expect((await mailed.call(contract.welcome.getWelcome, {})).sends_email).toBe(true);
});
