import { describe, expect, it } from 'vitest';
import { auditRows } from '#e2e/support/audit.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { seedPasskey } from '#e2e/support/passkeys.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { enrol } from '#e2e/support/second-factor.ts';
import { mailsTo } from '#e2e/support/team.ts';
import { createTestService, type Person, testPassword } from '#e2e/support/test-service.ts';
import { toIso } from '#main/platform/clock.ts';
import { contract } from '#shared/contract/index.ts';
import { second } from '#shared/rules/limits.ts';

const { auth, profile, team } = contract;

const app = perTest(() => createTestService());
const owner = perTest(() => app.owner());
const admin = perTest(() => app.join(owner, 'admin'));
const member = perTest(() => app.join(owner, 'member'));

const of = (person: Person) => ({ tenant_id: owner.tenantId, user_id: person.id });
const by = (person: Person) => ({ token: person.token });
const accessOf = (person: Person) => app.call(team.getMemberAccess, of(person), by(admin));
const unlock = (person: Person, actor: Person = admin) => app.call(team.unlockMember, of(person), by(actor));

/** Locks an account with wrong passwords for eight seconds. */
const lock = async ({ email }: Person): Promise<void> => {
  for (let failure = 1; failure <= 9; failure += 1) {
    app.clock.advance(10 * second);
    const ip = `198.51.100.${failure}`;
    await failsWith(app.call(auth.login, { email, password: 'wrong' }, { ip }), 'INVALID_CREDENTIALS');
  }
};

describe('unlocking a member', () => {
  it('lets them sign in at once, counts guesses anew, and is audited', async () => {
    await lock(member);
    await failsWith(app.login(member), 'ACCOUNT_LOCKED');
    await unlock(member);
    expect((await accessOf(member)).locked_until).toBeNull();
    expect((await mailsTo(app, member.email)).map(({ kind }) => kind)).toContain('account_unlocked');
    const wrong = () => app.call(auth.login, { email: member.email, password: 'wrong' });
    for (let failure = 1; failure <= 6; failure += 1) await failsWith(wrong(), 'INVALID_CREDENTIALS');
    await failsWith(wrong(), 'ACCOUNT_LOCKED');
    await unlock(member);
    await app.login(member);
    const [last] = (await auditRows(app, owner.tenantId)).filter(({ action }) => action === 'unlockMember');
    expect(last).toMatchObject({ actor_id: admin.id, target_id: member.id });
  });

  it('is refused if the account is not locked, for owners by admins, and for strangers', async () => {
    const refusal = await failsWith(unlock(member), 'STATE_CONFLICT');
    expect(refusal.reason).toBe('account_not_locked');
    await lock(owner);
    await failsWith(unlock(owner), 'ROLE_NOT_ALLOWED');
    await failsWith(unlock(member, member), 'FORBIDDEN');
    const stranger = await app.owner();
    await failsWith(
      app.call(team.unlockMember, { tenant_id: stranger.tenantId, user_id: member.id }, by(stranger)),
      'MEMBER_NOT_FOUND',
    );
  });
});

describe("reading a member's access", () => {
  it('tells until when they are locked, and nothing once that is over', async () => {
    expect((await accessOf(member)).locked_until).toBeNull();
    await lock(member);
    expect((await accessOf(member)).locked_until).toBe(toIso(app.clock.now() + 8 * second));
    app.clock.advance(8 * second);
    expect((await accessOf(member)).locked_until).toBeNull();
  });

  it('tells what they sign in with', async () => {
    expect(await accessOf(member)).toMatchObject({ authenticator: false, passkeys: 0 });
    await enrol(app, member);
    await seedPasskey(app.service.context, app.service.context.db.write, member.id);
    expect(await accessOf(member)).toMatchObject({ authenticator: true, passkeys: 1 });
  });

  it('tells when the account is deleted', async () => {
    const { scheduled_deletion } = await app.call(
      profile.deleteMe,
      { confirmation: 'DELETE', password: testPassword },
      by(member),
    );
    expect((await accessOf(member)).deletion_at).toBe(scheduled_deletion);
  });
});
