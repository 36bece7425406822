import { beforeEach, describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { closedAfterwards, perTest } from '#e2e/support/prepared.ts';
import { invite, mailsTo, setUser, tokensOf } from '#e2e/support/team.ts';
import { createTestService, type Person, testOrigin } from '#e2e/support/test-service.ts';
import { toIso } from '#main/platform/clock.ts';
import { contract } from '#shared/contract/index.ts';
import { day, hour } from '#shared/rules/limits.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const { getMail, getMailActivity, listMails, retryMail, revealMailLink } = contract.mail;

const app = perTest(() => createTestService());
let owner: Person;
let admin: Person;
let member: Person;
let stranger: Person;
beforeEach(async () => {
  owner = await app.owner('boss@example.com');
  admin = await app.join(owner, 'admin');
  member = await app.join(owner, 'member');
  stranger = await app.owner('stranger@example.com');
});

const at = (person: Person, mailId: string) =>
  [{ tenant_id: person.tenantId, mail_id: mailId }, { token: person.token }] as const;
const list = (person: Person, query: object = {}) =>
  app.call(listMails, { tenant_id: person.tenantId, ...query }, { token: person.token });
const get = (person: Person, id: string) => app.call(getMail, ...at(person, id));
const reveal = (person: Person, id: string) => app.call(revealMailLink, ...at(person, id));
const retry = (person: Person, id: string) => app.call(retryMail, ...at(person, id));
const newestTo = async (email: string) => (await mailsTo(app, email)).at(-1)?.id ?? '';
const resetMailOf = async (person: Person) => {
  app.clock.advance(1);
  await app.call(contract.auth.forgotPassword, { email: person.email });
  await app.service.mailWorker.drain();
  return newestTo(person.email);
};
const setMail = (id: string, change: object) =>
  tablesOf(app.service.context.db.write).updateTable('mails').set(change).where('id', '=', id).execute();

describe('counting the outbox by day', () => {
  const activity = (person: Person) =>
    app.call(getMailActivity, { tenant_id: person.tenantId }, { token: person.token });

  it('shows what was sent and what was not delivered, on its day', async () => {
    const now = app.clock.now();
    await invite(app, owner, 'first@example.com');
    await invite(app, owner, 'second@example.com');
    await invite(app, owner, 'third@example.com');
    await invite(app, owner, 'old@example.com');
    await setMail(await newestTo('first@example.com'), { status: 'sent', sent_at: now });
    await setMail(await newestTo('second@example.com'), { status: 'failed', created_at: now - 2 * day });
    await setMail(await newestTo('third@example.com'), { status: 'abandoned', created_at: now - 2 * day });
    await setMail(await newestTo('old@example.com'), { status: 'sent', sent_at: now - 31 * day });
    const { days } = await activity(admin);
    expect(days).toHaveLength(30);
    expect(days.at(-1)).toEqual({ day: toIso(now).slice(0, 10), sent: 1, failed: 0 });
    expect(days.at(-3)).toEqual({ day: toIso(now - 2 * day).slice(0, 10), sent: 0, failed: 2 });
    expect(days.reduce((sum, { sent, failed }) => sum + sent + failed, 0)).toBe(3);
    expect((await activity(stranger)).days.every(({ sent, failed }) => sent === 0 && failed === 0)).toBe(true);
  });
});

describe('listing the outbox', () => {
  it("shows the tenant's own emails, newest first, and that they are held", async () => {
    app.clock.advance(1);
    await invite(app, owner, 'news@example.com');
    const { mails, total, delivery } = await list(owner);
    expect(delivery).toBe('kept');
    expect(total).toBe(mails.length);
    expect(mails[0]).toEqual({
      mail_id: expect.stringMatching(/^mail_/),
      kind: 'invitation',
      to: 'news@example.com',
      subject: expect.stringContaining(`${owner.name} invited you to Company`),
      status: 'queued',
      attempts: 0,
      last_error: null,
      created_at: toIso(app.clock.now()),
      sent_at: null,
    });
    expect(mails.map(({ to }) => to)).not.toContain(stranger.email);
    expect(mails.map(({ created_at }) => created_at)).toEqual(
      mails
        .map((mail) => mail.created_at)
        .toSorted()
        .toReversed(),
    );
  });

  it('filters by status and by text in address and subject, and pages', async () => {
    await invite(app, owner, 'news@example.com');
    const { user } = await app.call(contract.profile.updateMe, { name: 'Émile Zola' }, { token: owner.token });
    app.clock.advance(1);
    await invite(app, { ...owner, name: user.name }, 'emile@example.com');
    expect((await list(owner, { q: 'ÉMILE' })).mails.map(({ to }) => to)).toEqual(['emile@example.com']);
    expect((await list(owner, { q: 'NEWS@' })).total).toBe(1);
    expect((await list(owner, { q: '%' })).total).toBe(0);
    expect((await list(owner, { status: 'sent' })).total).toBe(0);
    const whole = (await list(owner)).mails.map(({ mail_id }) => mail_id);
    const pieces = [];
    for (let offset = 0; offset < whole.length; offset += 2) {
      pieces.push(...(await list(owner, { limit: 2, offset })).mails.map(({ mail_id }) => mail_id));
    }
    expect(pieces).toEqual(whole);
  });
});

describe('the language of an email', () => {
  const speakGerman = (person: Person) =>
    app.call(contract.profile.updateMe, { preferences: { language: 'de-AT' } }, { token: person.token });

  it("is the recipient's own, whoever causes it", async () => {
    await speakGerman(member);
    await resetMailOf(member);
    const { subject, text } = await get(admin, await newestTo(member.email));
    expect([subject, text.slice(0, 10)]).toEqual(['Setzen Sie Ihr Passwort zurück', 'Guten Tag ']);
  });

  it("is the inviter's for a new person, and their own for a former member", async () => {
    await speakGerman(admin);
    await invite(app, admin, 'new@example.com');
    expect((await get(admin, await newestTo('new@example.com'))).text).toContain('hat Sie eingeladen');
    await app.call(
      contract.team.removeMember,
      { tenant_id: owner.tenantId, user_id: member.id },
      { token: owner.token },
    );
    app.clock.advance(1);
    await invite(app, admin, member.email);
    expect((await get(admin, await newestTo(member.email))).text).toContain('invited you to join');
  });
});

describe('previewing an email', () => {
  it('shows what the recipient sees, without the token of the link', async () => {
    await invite(app, owner, 'preview@example.com');
    const secret = await app.mailedToken('preview@example.com');
    const preview = await get(admin, await newestTo('preview@example.com'));
    expect(preview).toMatchObject({ kind: 'invitation', to: 'preview@example.com', link_available: true });
    expect(preview.text).toContain('Accept invitation');
    expect(preview.html).toContain('<!doctype html>');
    expect(JSON.stringify(preview)).not.toContain(secret);
    const [link] = await tokensOf(app, (await invitationTo('preview@example.com')).id);
    expect(link?.disclosed_at).toBeNull();
  });
});

describe('revealing the link of an email', () => {
  it('returns the emailed link, which works but no longer proves the mailbox', async () => {
    await invite(app, owner, 'hand@example.com');
    const secret = await app.mailedToken('hand@example.com');
    const answer = await reveal(admin, await newestTo('hand@example.com'));
    expect(answer).toEqual({
      url: `${testOrigin}/invite#token=${secret}`,
      expires_at: toIso(app.clock.now() + 7 * day),
    });
    const [link] = await tokensOf(app, (await invitationTo('hand@example.com')).id);
    expect(link?.disclosed_at).toBe(app.clock.now());
  });

  it("is refused to an admin for an owner's links, and for one that makes an owner", async () => {
    const ofOwner = await resetMailOf(owner);
    await failsWith(reveal(admin, ofOwner), 'ROLE_NOT_ALLOWED');
    expect((await get(admin, ofOwner)).link_available).toBe(false);
    expect((await get(owner, ofOwner)).link_available).toBe(true);
    await invite(app, owner, 'crown@example.com', 'owner');
    const crown = await newestTo('crown@example.com');
    await failsWith(reveal(admin, crown), 'ROLE_NOT_ALLOWED');
    expect((await reveal(owner, crown)).url).toContain('/invite#token=');
    const ofMember = await resetMailOf(member);
    expect((await reveal(admin, ofMember)).url).toContain('/reset#token=');
  });

  it("checks the account's current role", async () => {
    const person = await app.join(owner, 'member');
    const mail = await resetMailOf(person);
    await reveal(admin, mail);
    await setUser(app, person.id, { role: 'owner' });
    await failsWith(reveal(admin, mail), 'ROLE_NOT_ALLOWED');
  });

  it('is refused once the link was used, voided, or has expired', async () => {
    await invite(app, owner, 'used@example.com');
    const used = await newestTo('used@example.com');
    const token = await app.mailedToken('used@example.com');
    await app.call(contract.team.acceptInvitation, { token, name: 'Used', password: 'a fine long secret' });
    await failsWith(reveal(owner, used), 'STATE_CONFLICT');

    const first = await resetMailOf(member);
    await resetMailOf(member);
    await failsWith(reveal(owner, first), 'STATE_CONFLICT');

    const person = await app.join(owner);
    const timed = await resetMailOf(person);
    const issued = app.clock.now();
    app.clock.set(issued + 1 * hour - 1);
    owner = await app.login(owner);
    admin = await app.login(admin);
    await reveal(owner, timed);
    app.clock.set(issued + 1 * hour);
    await failsWith(reveal(owner, timed), 'STATE_CONFLICT');
    expect((await get(owner, timed)).link_available).toBe(false);
  });

  it('is refused for an email without a link', async () => {
    const person = await app.join(owner);
    await app.call(
      contract.auth.changePassword,
      { current_password: person.password, new_password: 'an entirely new one' },
      { token: person.token },
    );
    const mail = await newestTo(person.email);
    expect(await get(owner, mail)).toMatchObject({ kind: 'password_changed', link_available: false });
    await failsWith(reveal(owner, mail), 'STATE_CONFLICT');
  });
});

describe('retrying an email', () => {
  it('puts a retrying or failed email back in the queue, for now', async () => {
    await invite(app, owner, 'retry@example.com');
    const id = await newestTo('retry@example.com');
    for (const status of ['failed', 'abandoned'] as const) {
      await setMail(id, { status, attempts: 8, last_error: 'refused', next_attempt_at: app.clock.now() + hour });
      expect(await retry(admin, id)).toMatchObject({ mail_id: id, status: 'queued', attempts: 0, last_error: null });
      expect((await mailsTo(app, 'retry@example.com'))[0]?.next_attempt_at).toBe(app.clock.now());
    }
  });

  it('is refused for a queued and for a sent email', async () => {
    await invite(app, owner, 'retry@example.com');
    const id = await newestTo('retry@example.com');
    await failsWith(retry(owner, id), 'STATE_CONFLICT');
    await setMail(id, { status: 'sent', sent_at: app.clock.now(), sealed_secret: null });
    await failsWith(retry(owner, id), 'STATE_CONFLICT');
    expect((await mailsTo(app, 'retry@example.com'))[0]?.status).toBe('sent');
    await failsWith(reveal(owner, id), 'STATE_CONFLICT');
  });
});

const invitationTo = (email: string) =>
  tablesOf(app.service.context.db.read)
    .selectFrom('invitations')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow();

describe('the outbox of the desktop app', () => {
  it("previews an email without either of its links, and reveals the browser's link", async () => {
    const desktop = await closedAfterwards(createTestService({}, { desktop: true }));
    const person = await desktop.owner('window@example.com');
    await invite(desktop, person, 'guest@example.com');
    const id = (await mailsTo(desktop, 'guest@example.com')).at(-1)?.id ?? '';
    const { text, html } = await desktop.call(getMail, ...at(person, id));
    expect(text).toContain('(the link is left out of this preview)');
    expect(`${text}${html}`).not.toContain('castellan:');
    const { url } = await desktop.call(revealMailLink, ...at(person, id));
    expect(url).toMatch(`${testOrigin}/invite#token=`);
  });
});
