import { describe, expect, it } from 'vitest';
import { createCustomRole } from '#e2e/support/custom-roles.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';

const { listMemberSessions, listMemberSignIns, listTeamSessions, revokeMemberSession } = contract.sessions;
const { getMe } = contract.profile;

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
const owner = perFile(() => app.owner());
const admin = perFile(() => app.join(owner, 'admin'));
const member = perFile(() => app.join(owner));
const stranger = perFile(() => app.owner());

const idOf = async ({ token }: Person) => (await app.service.context.callers.verify(token)).sessionId;
const list = (by: Person, of: Person, tenant_id = by.tenantId) =>
  app.call(listMemberSessions, { tenant_id, user_id: of.id }, { token: by.token });
const revoke = (by: Person, of: Person, session_id: string, tenant_id = by.tenantId) =>
  app.call(revokeMemberSession, { tenant_id, user_id: of.id, session_id }, { token: by.token });
const lives = async (person: Person) => (await app.call(getMe, {}, { token: person.token })).user_id === person.id;

describe('a member’s sessions', () => {
  it('are listed and ended by owners and admins', async () => {
    for (const by of [owner, admin]) {
      const person = await app.login(member);
      const { sessions, total } = await list(by, member);
      expect(total).toBe(sessions.length);
      expect(sessions.map(({ session_id }) => session_id)).toContain(await idOf(person));
      expect(sessions.every(({ current }) => !current)).toBe(true);
      expect(await revoke(by, member, await idOf(person))).toEqual({ success: true, message: expect.any(String) });
      const seen = await failsWith(app.call(getMe, {}, { token: person.token }), 'SESSION_ENDED');
      expect(seen.reason).toBe('revoked');
      expect((await list(by, member)).sessions).toHaveLength(sessions.length - 1);
    }
  });

  it('of an owner are shown to an admin, who can’t end them', async () => {
    expect((await list(admin, owner)).sessions.map(({ session_id }) => session_id)).toContain(await idOf(owner));
    await failsWith(revoke(admin, owner, await idOf(owner)), 'ROLE_NOT_ALLOWED');
    expect(await lives(owner)).toBe(true);
  });

  it("are ended only under their own user: another user's session id is not found", async () => {
    for (const session of [await idOf(admin), await idOf(stranger), 'sess_missing']) {
      await failsWith(revoke(owner, member, session), 'NOT_FOUND');
    }
    expect([await lives(admin), await lives(stranger)]).toEqual([true, true]);
  });

  it('are gone with a removed member', async () => {
    const leaver = await app.join(owner);
    const at = { tenant_id: owner.tenantId, user_id: leaver.id };
    await app.call(contract.team.removeMember, at, { token: owner.token });
    await failsWith(list(owner, leaver), 'MEMBER_NOT_FOUND');
  });
});

describe('who sees sessions', () => {
  const supporter = perFile(async () => {
    const person = await app.join(owner);
    await createCustomRole(app, owner, ['sessions.manage'], [person.id]);
    return person;
  });
  const readers = { owner, admin, supporter, member };
  const of = (by: Person, person: Person) => ({ tenant_id: by.tenantId, user_id: person.id });
  /** Whether a reader is shown a session of someone in each of the places that show one. */
  const seen = (by: Person, person: Person, sessionId: string) => {
    const options = { token: by.token };
    const shown = async (work: Promise<readonly { session_id: string | null }[]>): Promise<boolean> =>
      work.then(
        (rows) => rows.some(({ session_id }) => session_id === sessionId),
        (error: unknown) => {
          expect(error).toMatchObject({ key: 'FORBIDDEN' });
          return false;
        },
      );
    return Promise.all([
      shown(app.call(listMemberSessions, of(by, person), options).then(({ sessions }) => sessions)),
      shown(app.call(listMemberSignIns, of(by, person), options).then(({ sign_ins }) => sign_ins)),
      shown(
        app
          .call(listTeamSessions, { tenant_id: by.tenantId, q: person.email, limit: 50 }, options)
          .then(({ sessions }) => sessions),
      ),
    ]);
  };

  it.each(['owner', 'admin', 'supporter', 'member'] as const)('is the same in every list: %s', async (name) => {
    const by = readers[name];
    for (const person of [owner, admin, supporter, member]) {
      const places = await seen(by, person, await idOf(person));
      expect([name, ...places]).toEqual([name, ...Array(3).fill(name !== 'member')]);
    }
  });

  it.each([
    ['owner', []],
    ['admin', ['owner']],
    ['supporter', ['owner', 'admin']],
    ['member', ['owner', 'admin', 'supporter', 'member']],
  ] as const)('is not who may end them: %s', async (name, ungoverned) => {
    for (const target of ['owner', 'admin', 'member'] as const) {
      if (target === name) continue;
      const opened = await app.login(readers[target]);
      const ending = revoke(readers[name], readers[target], await idOf(opened));
      if ((ungoverned as readonly string[]).includes(target)) await expect(ending).rejects.toThrow();
      else await ending;
    }
  });
});
