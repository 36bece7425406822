import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { tableContents } from '#e2e/support/table-contents.ts';
import { invite, mailsTo, storedInvitation, tokensOf } from '#e2e/support/team.ts';
import { createTestService, type Person, testPassword } from '#e2e/support/test-service.ts';
import { purge } from '#main/jobs/purge.ts';
import { toIso } from '#main/platform/clock.ts';
import { contract } from '#shared/contract/index.ts';
import { day, hour, minute } from '#shared/rules/limits.ts';

const { acceptInvitation, lookupInvitation, resendInvitation, revokeInvitation } = contract.team;

const app = perFile(() => createTestService());
let owner: Person;
beforeAll(async () => {
  owner = await app.owner();
});
beforeEach(async () => {
  owner = await app.login(owner);
});

const resend = (invitationId: string, host: Person = owner) =>
  app.call(resendInvitation, { tenant_id: host.tenantId, invitation_id: invitationId }, { token: host.token });

describe('resending an invitation', () => {
  it('sends a new link for seven days and voids the old one at once', async () => {
    const { invitation_id } = await invite(app, owner, 'again@example.com');
    const first = await app.mailedToken('again@example.com');
    app.clock.advance(6 * day);
    owner = await app.login(owner);
    const answer = await resend(invitation_id);
    expect(answer).toEqual({
      invitation_id,
      email: 'again@example.com',
      status: 'pending',
      expires_at: toIso(app.clock.now() + 7 * day),
      email_held: false,
    });
    const second = await app.mailedToken('again@example.com');
    expect(second).not.toBe(first);
    await failsWith(app.call(lookupInvitation, { token: first }), 'LINK_INVALID');
    await failsWith(app.call(acceptInvitation, { token: first, name: 'X', password: testPassword }), 'LINK_INVALID');
    app.clock.advance(7 * day - 1);
    await app.call(acceptInvitation, { token: second, name: 'Again', password: testPassword });
    expect((await storedInvitation(app, invitation_id)).status).toBe('accepted');
  });

  it('renews an expired invitation, marked by the purge or not', async () => {
    for (const purged of [false, true]) {
      const email = `expired-${purged}@example.com`;
      const { invitation_id } = await invite(app, owner, email);
      app.clock.advance(8 * day);
      if (purged) await purge(app.service.context);
      owner = await app.login(owner);
      expect((await resend(invitation_id)).status).toBe('pending');
      await app.call(lookupInvitation, { token: await app.mailedToken(email) });
    }
  });

  it('does not renew a revoked or an accepted one', async () => {
    const revoked = await invite(app, owner, 'gone@example.com');
    const scope = { tenant_id: owner.tenantId, invitation_id: revoked.invitation_id };
    await app.call(revokeInvitation, scope, { token: owner.token });
    await failsWith(resend(revoked.invitation_id), 'STATE_CONFLICT');
    expect((await storedInvitation(app, revoked.invitation_id)).status).toBe('revoked');
    const accepted = await invite(app, owner, 'inside@example.com');
    const token = await app.mailedToken('inside@example.com');
    await app.call(acceptInvitation, { token, name: 'Inside', password: testPassword });
    await failsWith(resend(accepted.invitation_id), 'STATE_CONFLICT');
    expect(await mailsTo(app, 'inside@example.com')).toHaveLength(1);
  });

  it('leaves an expired one alone while a newer invitation to the address is open', async () => {
    const old = await invite(app, owner, 'double@example.com');
    app.clock.advance(7 * day);
    owner = await app.login(owner);
    await invite(app, owner, 'double@example.com');
    await failsWith(resend(old.invitation_id), 'ALREADY_INVITED');
    expect((await storedInvitation(app, old.invitation_id)).status).toBe('expired');
  });

  it('keeps the last link valid if the recipient has received too many emails', async () => {
    const { invitation_id } = await invite(app, owner, 'often@example.com');
    for (let n = 0; n < 2; n += 1) {
      app.clock.advance(minute);
      await resend(invitation_id);
    }
    const stored = await tableContents(app.service.context.db.read);
    for (let n = 0; n < 2; n += 1) {
      app.clock.advance(minute);
      await resend(invitation_id);
    }
    // Who gets no email gets no more time for the last one either.
    expect(await tableContents(app.service.context.db.read)).toEqual(stored);
    expect(await mailsTo(app, 'often@example.com')).toHaveLength(3);
    await app.call(lookupInvitation, { token: await app.mailedToken('often@example.com') });
    expect((await tokensOf(app, invitation_id)).filter((link) => link.voided_at === null)).toHaveLength(1);
    app.clock.advance(hour);
    owner = await app.login(owner);
    await resend(invitation_id);
    expect(await mailsTo(app, 'often@example.com')).toHaveLength(4);
  });

  it('is refused to an admin for an invitation to owner, to a member, and across tenants', async () => {
    const admin = await app.join(owner, 'admin');
    const member = await app.join(owner, 'member');
    const stranger = await app.owner();
    const { invitation_id } = await invite(app, owner, 'heir@example.com', 'owner');
    await failsWith(resend(invitation_id, admin), 'ROLE_NOT_ALLOWED');
    await failsWith(resend(invitation_id, member), 'FORBIDDEN');
    const foreign = await failsWith(resend(invitation_id, stranger), 'NOT_FOUND');
    expect(await failsWith(resend('inv_missing', stranger), 'NOT_FOUND')).toEqual(foreign);
    expect(await mailsTo(app, 'heir@example.com')).toHaveLength(1);
    const plain = await invite(app, owner, 'plain@example.com', 'admin');
    expect((await resend(plain.invitation_id, admin)).status).toBe('pending');
  });
});
