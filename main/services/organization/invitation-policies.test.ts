import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { type PolicyChange, setPolicies } from '#e2e/support/policies.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { invite } from '#e2e/support/team.ts';
import { createTestService, type Person, testPassword } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { day } from '#shared/rules/limits.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const app = perTest(() => createTestService());
const owner = perTest(() => app.owner('owner@example.com'));

const set = (change: PolicyChange, person = owner) => setPolicies(app, person, change);
const get = (person = owner) =>
  app.call(contract.organization.getPolicies, { tenant_id: person.tenantId }, { token: person.token });
const getMe = (person: Person) => app.call(contract.profile.getMe, {}, { token: person.token });
const lastInvitation = (email: string) =>
  tablesOf(app.service.context.db.read)
    .selectFrom('invitations')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow();

describe('policies of invitations', () => {
  it('set how long new and resent ones are valid, and leave earlier ones as they were', async () => {
    const early = await invite(app, owner, 'early@example.com');
    const start = app.clock.now();
    expect(Date.parse(early.expires_at)).toBe(start + 7 * day);
    await set({ invitation_days: 2 });
    expect(Date.parse((await invite(app, owner, 'late@example.com')).expires_at)).toBe(start + 2 * day);
    const { db } = app.service.context;
    const mail = tablesOf(db.read).selectFrom('mails').select('params').where('recipient', '=', 'late@example.com');
    expect(JSON.parse((await mail.executeTakeFirstOrThrow()).params)).toMatchObject({ days: '2' });
    await app.call(
      contract.team.resendInvitation,
      { tenant_id: owner.tenantId, invitation_id: early.invitation_id },
      { token: owner.token },
    );
    expect((await lastInvitation('early@example.com')).expires_at).toBe(start + 2 * day);
  });

  it('give invitations without a role the default one, if the caller may grant it', async () => {
    await set({ default_role: 'admin' });
    const emails = ['one@example.com'];
    const { results } = await app.call(
      contract.team.inviteMembers,
      { tenant_id: owner.tenantId, emails },
      { token: owner.token },
    );
    expect(results).toMatchObject([{ email: 'one@example.com', ok: true }]);
    expect(await lastInvitation('one@example.com')).toMatchObject({ role: 'admin' });
  });

  it('refuse other domains when inviting, sending again and accepting', async () => {
    const waiting = await invite(app, owner, 'ann@elsewhere.org');
    const token = await app.mailedToken('ann@elsewhere.org', 'invitation');
    await set({ email_domains: ['example.com', 'bücher.example'] });
    expect((await get()).email_domains).toEqual(['example.com', 'xn--bcher-kva.example']);
    await failsWith(invite(app, owner, 'bob@elsewhere.org'), 'EMAIL_DOMAIN_NOT_ALLOWED');
    await failsWith(invite(app, owner, 'bob@sub.example.com'), 'EMAIL_DOMAIN_NOT_ALLOWED');
    await failsWith(
      app.call(
        contract.team.resendInvitation,
        { tenant_id: owner.tenantId, invitation_id: waiting.invitation_id },
        { token: owner.token },
      ),
      'EMAIL_DOMAIN_NOT_ALLOWED',
    );
    const acceptance = { token, name: 'Ann', password: testPassword };
    await failsWith(app.call(contract.team.acceptInvitation, acceptance), 'EMAIL_DOMAIN_NOT_ALLOWED');
    await invite(app, owner, 'bob@EXAMPLE.com');
    await invite(app, owner, 'carl@bücher.example');
    await set({ email_domains: [] });
    await app.call(contract.team.acceptInvitation, acceptance);
  });
});

describe('allowed domains', () => {
  const change = (person: Person, new_email: string) =>
    app.call(contract.profile.changeEmail, { new_email, password: person.password }, { token: person.token });

  it('hold for changes of address, also for those that wait for their verification', async () => {
    const person = await app.join(owner, 'member', 'person@elsewhere.org');
    await change(person, 'person@else.example');
    const token = await app.mailedToken('person@else.example', 'verification');
    await set({ email_domains: ['example.com'] });
    await failsWith(change(person, 'other@elsewhere.org'), 'EMAIL_DOMAIN_NOT_ALLOWED');
    await failsWith(app.call(contract.auth.verifyEmail, { token }), 'EMAIL_DOMAIN_NOT_ALLOWED');
    expect((await getMe(person)).email).toBe('person@elsewhere.org');
    expect((await change(person, 'person@elsewhere.org')).email_verification_sent).toBe(false);
    await change(person, 'person@example.com');
    await app.call(contract.auth.verifyEmail, { token: await app.mailedToken('person@example.com', 'verification') });
    expect((await getMe(person)).email).toBe('person@example.com');
  });
});
