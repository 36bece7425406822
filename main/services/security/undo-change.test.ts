import { describe, expect, it } from 'vitest';
import { createKey } from '#e2e/support/api-keys.ts';
import { auditRows } from '#e2e/support/audit.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { countOutcomes, times } from '#e2e/support/outcomes.ts';
import { addPasskey, signInProof } from '#e2e/support/passkey-owner.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { openTokens, storedUser } from '#e2e/support/rows.ts';
import { mailsTo, secretIn, setUser } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import {
  type Addition,
  additionKinds,
  additionsIn,
  resetByMailbox,
  signIn,
  victimAndThief,
} from '#e2e/support/thief.ts';
import { toIso } from '#main/platform/clock.ts';
import { contract } from '#shared/contract/index.ts';
import { lifetimesMs, minute } from '#shared/rules/limits.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const { auth, profile, security, team } = contract;

const app = perFile(() => createTestService({ 'rate-limits': 'off', 'smtp-url': 'smtp://127.0.0.1:1' }));
let counter = 0;

const lookup = (token: string) => app.call(security.lookupUndo, { token });
const undo = (token: string) => app.call(security.undoChange, { token });
const lastThiefs = () => `thief${counter}@example.com`;
const thiefs = () => {
  counter += 1;
  return lastThiefs();
};
const linkOf = (person: Person, kind: Addition) => app.mailedToken(person.email, additionsIn(app)[kind].mail);

describe.each(additionKinds)('the link in the notice of a new %s', (kind) => {
  it('tells what it undoes, and undoes it, and the session that did it, but nothing older', async () => {
    const { add, named, refusal } = additionsIn(app)[kind];
    const { victim, thief, oldKey } = await victimAndThief(app);
    const added = await add(thief);
    const at = toIso(app.clock.now());
    const link = await linkOf(victim, kind);
    expect(await lookup(link)).toEqual({
      kind,
      name: named,
      email: victim.email,
      at,
      device: expect.any(String),
      ip_address: '127.0.0.1',
      person: null,
    });
    app.clock.advance(minute);
    const later = await app.login(victim).catch(() => undefined);
    await added.works();
    const answer = await undo(link);
    expect(answer).toMatchObject({ success: true, password_reset_sent: true });
    expect(Object.keys(answer).sort()).toEqual(['message', 'password_reset_sent', 'success']);
    await expect(added.works()).rejects.toMatchObject({ key: refusal });
    for (const session of [thief, ...(later ? [later] : [])]) {
      await failsWith(app.call(profile.getMe, {}, { token: session.token }), 'SESSION_ENDED');
    }
    for (const token of [victim.token, oldKey]) {
      await expect(app.call(profile.getMe, {}, { token })).resolves.toMatchObject({ email: victim.email });
    }
    await failsWith(signIn(app, victim), 'INVALID_CREDENTIALS');
    expect((await auditRows(app, victim.tenantId)).at(-1)).toMatchObject({
      action: 'undoChange',
      actor_id: victim.id,
      target_id: victim.id,
      details: JSON.stringify({ change: kind }),
    });
    const token = await resetByMailbox(app, victim);
    const state = { enabled: false, recovery_codes_left: 0 };
    expect(await app.call(security.getSecondFactor, {}, { token })).toMatchObject(state);
  });

  it('works once, for seven days', async () => {
    const { add } = additionsIn(app)[kind];
    const { victim, thief } = await victimAndThief(app);
    await add(thief);
    const link = await linkOf(victim, kind);
    expect(await countOutcomes(times(5, () => undo(link)))).toEqual({ ok: 1, LINK_INVALID: 4 });
    await failsWith(lookup(link), 'LINK_INVALID');
    const other = await victimAndThief(app);
    await add(other.thief);
    const late = await linkOf(other.victim, kind);
    app.clock.advance(lifetimesMs.undoLink - 1);
    await lookup(late);
    app.clock.advance(1);
    for (const use of [lookup, undo]) await failsWith(use(late), 'LINK_EXPIRED');
  });

  it('also works after it was shown in the outbox, but then proves no address', async () => {
    const { add, mail: kindOfMail } = additionsIn(app)[kind];
    const { victim, thief } = await victimAndThief(app);
    const admin = await app.join(victim, 'owner');
    const colleague = await app.join(victim, 'owner');
    await add(thief);
    const link = await linkOf(victim, kind);
    const mail = (await mailsTo(app, victim.email)).findLast(({ kind: sent }) => sent === kindOfMail);
    const scope = { tenant_id: victim.tenantId, mail_id: mail?.id ?? '' };
    const shown = await app.call(contract.mail.revealMailLink, scope, { token: admin.token });
    expect(secretIn(shown.url)).toBe(link);
    // Whoever has seen it can't void it by losing their rights.
    await app.call(
      team.changeRole,
      { tenant_id: victim.tenantId, user_id: admin.id, role: 'member' },
      { token: colleague.token },
    );
    await app.call(profile.changeEmail, { new_email: thiefs(), password: thief.password }, { token: thief.token });
    await app.call(auth.verifyEmail, { token: await app.mailedToken(lastThiefs(), 'verification') });
    await undo(link);
    expect(await storedUser(app, victim.id)).toMatchObject({
      email: victim.email,
      email_verified: 0,
      email_verified_by: null,
    });
  });
});

it('is shown in the outbox only to those who may reset a second factor, and to no one about themselves', async () => {
  const owner = await app.owner();
  const admin = await app.join(owner, 'admin');
  const member = await app.join(owner);
  await addPasskey(app, member);
  const mail = (await mailsTo(app, member.email)).at(-1);
  const reveal = ({ token }: Person) =>
    app.call(contract.mail.revealMailLink, { tenant_id: owner.tenantId, mail_id: mail?.id ?? '' }, { token });
  await failsWith(reveal(admin), 'ROLE_NOT_ALLOWED');
  const { user } = await app.call(
    team.changeRole,
    { tenant_id: owner.tenantId, user_id: member.id, role: 'admin' },
    { token: owner.token },
  );
  expect(user.role).toBe('admin');
  await failsWith(reveal(member), 'ROLE_NOT_ALLOWED');
  await expect(reveal(owner)).resolves.toBeDefined();
});

describe('a link does nothing', () => {
  it.each([
    ['removed', { status: 'removed' }],
    ['disabled', { status: 'disabled' }],
    ['past its deletion date', { status: 'pending_deletion', delete_at: 1 }],
  ] as const)('for an account that is %s', async (_, change) => {
    const person = await app.owner();
    await createKey(app, person);
    const link = await linkOf(person, 'api_key');
    await setUser(app, person.id, change);
    await failsWith(undo(link), 'LINK_INVALID');
    expect(await storedUser(app, person.id)).toMatchObject(change);
    expect(await openTokens(app, person.id)).toContain('undo_api_key');
  });

  it('in an organization that the operator has closed', async () => {
    const person = await app.owner();
    await createKey(app, person);
    const link = await linkOf(person, 'api_key');
    const { db } = app.service.context;
    const delete_at = app.clock.now() + 1;
    await tablesOf(db.write)
      .updateTable('tenants')
      .set({ delete_at, closed: 1 })
      .where('id', '=', person.tenantId)
      .execute();
    await failsWith(undo(link), 'LINK_INVALID');
  });
});

describe('undoing a change of address', () => {
  it('ends what was added since, also an owner whom the session made', async () => {
    const { victim, thief } = await victimAndThief(app);
    const accomplice = await app.join(victim);
    app.clock.advance(1);
    await app.call(profile.changeEmail, { new_email: thiefs(), password: thief.password }, { token: thief.token });
    const link = await app.mailedToken(victim.email, 'email_changed');
    await app.call(auth.verifyEmail, { token: await app.mailedToken(lastThiefs(), 'verification') });
    app.clock.advance(1);
    const { soft } = await addPasskey(app, thief);
    const scope = { tenant_id: victim.tenantId, user_id: accomplice.id };
    await app.call(team.changeRole, { ...scope, role: 'owner' }, { token: thief.token });
    await app.call(profile.cancelEmailChange, { token: link });
    await failsWith(app.call(auth.loginWithPasskey, await signInProof(app, soft)), 'PASSKEY_INVALID');
    expect(await storedUser(app, accomplice.id)).toMatchObject({ role: 'member' });
    const token = await resetByMailbox(app, victim);
    expect(await app.call(profile.getMe, {}, { token })).toMatchObject({ email: victim.email, role: 'owner' });
  });
});
