import { describe, expect, it } from 'vitest';
import { operate } from '#e2e/support/authority-cast.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { setPolicies } from '#e2e/support/policies.ts';
import { closedAfterwards, perFile } from '#e2e/support/prepared.ts';
import { mailKindsTo } from '#e2e/support/rows.ts';
import { enrol, nextCode } from '#e2e/support/second-factor.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { setVerified } from '#e2e/support/verified.ts';
import { contract } from '#shared/contract/index.ts';
import { lifetimesMs } from '#shared/rules/limits.ts';

/** Sends email, to a port where nothing listens. */
const app = perFile(() => createTestService({ 'rate-limits': 'off', 'smtp-url': 'smtp://127.0.0.1:1' }));
const { auth, mail, organization, sessions, team } = contract;
const by = ({ token }: Pick<Person, 'token'>) => ({ token });

const host = async () => {
  const owner = await app.owner();
  await setVerified(app, owner, true);
  await setPolicies(app, owner, { email_sign_in: true });
  return owner;
};
const ask = async (email: string) => (await app.call(auth.requestSignInLink, { email })).browser_token;
/** A link as it reaches the mailbox, with what the browser was given. */
const linkFor = async ({ email }: Pick<Person, 'email'>) => {
  app.clock.advance(1);
  const browser_token = await ask(email);
  return { browser_token, token: await app.mailedToken(email, 'sign_in_link') };
};
const signIn = (link: { token: string; browser_token: string; sign_in_slug?: string }) =>
  app.call(auth.loginWithLink, link);
const currentSession = async (token: string) =>
  (await app.call(sessions.listSessionHistory, { state: 'open' }, { token })).sessions.find(({ current }) => current);

/** DECISION 0326 */
describe('a sign-in link', () => {
  it('signs in once, in the browser that asked for it, for a quarter of an hour', async () => {
    const owner = await host();
    const link = await linkFor(owner);
    const elsewhere = await ask('someone.else@example.com');
    await failsWith(signIn({ ...link, browser_token: elsewhere }), 'LINK_INVALID');
    await failsWith(signIn({ ...link, token: link.browser_token, browser_token: link.token }), 'LINK_INVALID');
    const { access_token, user } = await signIn(link);
    expect(user.id).toBe(owner.id);
    expect((await currentSession(access_token))?.sign_in_method).toBe('email_link');
    await failsWith(signIn(link), 'LINK_INVALID');
    const late = await linkFor(owner);
    app.clock.advance(lifetimesMs.signInLink);
    await failsWith(signIn(late), 'LINK_EXPIRED');
    const own = await app.login(owner);
    const { sign_ins } = await app.call(sessions.listSignIns, {}, by(own));
    expect(sign_ins.map(({ sign_in_method }) => sign_in_method)).toContain('email_link');
    const { events } = await app.call(contract.audit.listAuditEvents, { tenant_id: owner.tenantId }, by(own));
    const actions = events.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['loginWithLink', 'requestSignInLink']));
  });

  it('works in each browser that asked, until one is used', async () => {
    const owner = await host();
    const mine = await linkFor(owner);
    app.clock.advance(1);
    const thief = await linkFor(owner);
    await signIn(mine);
    await failsWith(signIn(thief), 'LINK_INVALID');
  });

  it('says from where the browser asked in which it works, though someone else asked just before', async () => {
    const owner = await host();
    await app.call(auth.requestSignInLink, { email: owner.email }, { ip: '203.0.113.1' });
    const { browser_token } = await app.call(auth.requestSignInLink, { email: owner.email }, { ip: '203.0.113.2' });
    const token = await app.mailedToken(owner.email, 'sign_in_link');
    const { mails } = await app.call(mail.listMails, { tenant_id: owner.tenantId, q: owner.email }, by(owner));
    const sent = mails.find(({ kind }) => kind === 'sign_in_link');
    const { text } = await app.call(
      mail.getMail,
      { tenant_id: owner.tenantId, mail_id: sent?.mail_id ?? '' },
      by(owner),
    );
    expect([text.includes('203.0.113.1'), text.includes('203.0.113.2')]).toEqual([false, true]);
    const asked = { tenant_id: owner.tenantId, action: 'requestSignInLink' as const };
    const { events } = await app.call(contract.audit.listAuditEvents, asked, by(owner));
    expect(events.map(({ ip_address }) => ip_address)).toEqual(['203.0.113.2']);
    await signIn({ token, browser_token });
  });

  it('is sent to nobody but those who may sign in with it, and the answer never tells', async () => {
    const owner = await host();
    const [unproved, disabled] = [await app.join(owner), await app.join(owner)];
    await setVerified(app, unproved, false);
    await setVerified(app, disabled, true);
    await app.call(team.disableMember, { tenant_id: owner.tenantId, user_id: disabled.id }, by(owner));
    const vouchedFor = await app.join(owner);
    await setVerified(app, vouchedFor, false);
    await app.call(team.markEmailVerified, { tenant_id: owner.tenantId, user_id: vouchedFor.id }, by(owner));
    const elsewhere = await app.owner();
    await setVerified(app, elsewhere, true);
    const shapes = new Set<string>();
    for (const email of [owner, unproved, disabled, vouchedFor, elsewhere, { email: 'no@example.com' }].map(
      (one) => one.email,
    )) {
      const { browser_token, ...answer } = await app.call(auth.requestSignInLink, { email });
      shapes.add(JSON.stringify({ ...answer, length: browser_token.length }));
      await app.service.mailWorker.drain();
      expect([email, (await mailKindsTo(app, email)).includes('sign_in_link')]).toEqual([email, email === owner.email]);
    }
    expect(shapes.size).toBe(1);
  });

  it('ends with the policy, a new password, an address, and whatever else ends what someone signs in with', async () => {
    const owner = await host();
    const member = await app.join(owner);
    await setVerified(app, member, true);
    const at = { tenant_id: owner.tenantId, user_id: member.id };
    const link = await linkFor(member);
    await setPolicies(app, owner, { email_sign_in: false });
    await failsWith(signIn(link), 'LINK_INVALID');
    await setPolicies(app, owner, { email_sign_in: true });
    const { secret } = await enrol(app, owner);
    const { second_factor_token = '' } = await failsWith(signIn(await linkFor(owner)), 'SECOND_FACTOR_REQUIRED');
    await setPolicies(app, owner, { email_sign_in: false });
    const code = nextCode(app, secret);
    await failsWith(app.call(auth.completeLogin, { second_factor_token, code }), 'LINK_INVALID');
    await setPolicies(app, owner, { email_sign_in: true });
    const endings = [
      () =>
        app.call(
          auth.changePassword,
          { current_password: member.password, new_password: 'another good word' },
          by(member),
        ),
      () => app.call(team.disableMember, at, by(owner)).then(() => app.call(team.enableMember, at, by(owner))),
      () => operate(app, 'user set-email', { user: member.email, email: `x${member.email}`, verified: true }),
    ];
    for (const end of endings) {
      const open = await linkFor(member);
      await end();
      await failsWith(signIn(open), 'LINK_INVALID');
    }
  });

  it('asks for the second factor, and the session says how both steps were taken', async () => {
    const owner = await host();
    const { secret, recoveryCodes } = await enrol(app, owner);
    const second = async (code: string) => {
      app.clock.advance(1);
      const { second_factor_token = '' } = await failsWith(signIn(await linkFor(owner)), 'SECOND_FACTOR_REQUIRED');
      const { access_token } = await app.call(auth.completeLogin, { second_factor_token, code });
      return (await currentSession(access_token))?.sign_in_method;
    };
    expect(await second(nextCode(app, secret))).toBe('email_link_code');
    expect(await second(recoveryCodes[0] ?? '')).toBe('email_link_recovery_code');
  });

  it('does not confirm a sensitive change, and leaves what the organization requires as it is', async () => {
    const owner = await host();
    await setPolicies(app, owner, { confirm_sensitive_changes: true });
    const { access_token: token } = await signIn(await linkFor(owner));
    await failsWith(setPolicies(app, { ...owner, token }, { invitation_days: 3 }), 'REAUTHENTICATION_REQUIRED');
    await enrol(app, owner);
    await setPolicies(app, owner, {
      second_factor_required: true,
      second_factor_grace_days: 0,
    });
    const member = await app.join(owner);
    await setVerified(app, member, true);
    const { access_token } = await signIn(await linkFor(member));
    const read = app.call(team.listMembers, { tenant_id: owner.tenantId }, { token: access_token });
    await failsWith(read, 'SECOND_FACTOR_SETUP_REQUIRED');
  });

  it('signs in on the page of its own organization, and on that of no other', async () => {
    const [owner, other] = [await host(), await host()];
    const slugOf = async (one: Person, sign_in_slug: string) =>
      app.call(organization.updateTenant, { tenant_id: one.tenantId, sign_in_slug }, by(one));
    await slugOf(owner, 'own-page');
    await slugOf(other, 'other-page');
    await failsWith(signIn({ ...(await linkFor(owner)), sign_in_slug: 'other-page' }), 'LINK_INVALID');
    await signIn({ ...(await linkFor(owner)), sign_in_slug: 'own-page' });
  });

  it('is shown to no one, also while its email waits', async () => {
    const owner = await host();
    const member = await app.join(owner);
    await setVerified(app, member, true);
    await ask(member.email);
    await app.service.mailWorker.drain();
    const at = { tenant_id: owner.tenantId };
    const { mails } = await app.call(mail.listMails, { ...at, q: member.email }, by(owner));
    const mail_id = mails.find(({ kind }) => kind === 'sign_in_link')?.mail_id ?? '';
    expect((await app.call(mail.getMail, { ...at, mail_id }, by(owner))).link_available).toBe(false);
    await failsWith(app.call(mail.revealMailLink, { ...at, mail_id }, by(owner)), 'STATE_CONFLICT');
  });
});

it('no sign-in link is made where the server sends no email', async () => {
  const quiet = await closedAfterwards(createTestService());
  const owner = await quiet.owner();
  await setVerified(quiet, owner, true);
  await setPolicies(quiet, owner, { email_sign_in: true });
  await quiet.call(auth.requestSignInLink, { email: owner.email });
  await quiet.service.mailWorker.drain();
  expect(await mailKindsTo(quiet, owner.email)).not.toContain('sign_in_link');
});
