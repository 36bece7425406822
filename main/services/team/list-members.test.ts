import { beforeEach, describe, expect, it } from 'vitest';
import { isEmbedded } from '#e2e/support/engine.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { addMember } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { toIso } from '#main/platform/clock.ts';
import { contract } from '#shared/contract/index.ts';
import type { RequestOf } from '#shared/contract/operation.ts';
import { hour, minute } from '#shared/rules/limits.ts';

type Query = Omit<RequestOf<typeof contract.team.listMembers>, 'tenant_id'>;

const app = perTest(() => createTestService());
let owner: Person;
let start: number;
beforeEach(async () => {
  start = app.clock.now();
  owner = await app.owner('zoe@example.com');
  const people = [
    { id: 'user_a', name: 'Ángel Ñuñez', email: 'angel@example.com', role: 'admin', last_login_at: start - 3 * hour },
    { id: 'user_b', name: 'ÉLODIE Müller', email: 'elodie@example.com', last_login_at: start - 2 * hour },
    { id: 'user_c', name: '山田 太郎', email: 'yamada@example.com', last_login_at: start - 1 * hour },
    { id: 'user_d', name: 'same name', email: 'same-d@example.com', last_login_at: start - 5 * hour },
    { id: 'user_e', name: 'Same Name', email: 'same-e@example.com', last_login_at: start - 5 * hour },
    { id: 'user_f', name: '100% _real_', email: 'percent@example.com', last_login_at: start - 4 * hour },
    { id: 'user_g', name: 'Gone', email: 'gone@example.com', status: 'removed', last_login_at: start - 9 * hour },
    { id: 'user_h', name: 'Leaving', email: 'leaving@example.com', status: 'pending_deletion', last_login_at: start },
  ] as const;
  for (const person of people) await addMember(app, owner.tenantId, person);
  const stranger = await app.owner();
  await addMember(app, stranger.tenantId, { id: 'user_x', name: 'Ángel Elsewhere', email: 'x@example.com' });
});

const list = (query: Query = {}, person: Person = owner) =>
  app.call(contract.team.listMembers, { tenant_id: person.tenantId, ...query }, { token: person.token });
const ids = async (query: Query = {}) => (await list(query)).users.map(({ user_id }) => user_id);

describe('list members (seed 000 §4 #13)', () => {
  it('refuses a text that a database would refuse', async () => {
    await failsWith(list({ q: 'a\0b' }), 'VALIDATION_FAILED');
  });

  it('returns users with the fields of the contract, and the total', async () => {
    const { users, total } = await list({ q: 'angel@' });
    expect(total).toBe(1);
    expect(users).toEqual([
      {
        user_id: 'user_a',
        name: 'Ángel Ñuñez',
        email: 'angel@example.com',
        role: 'admin',
        status: 'active',
        last_login: toIso(start - 3 * hour),
      },
    ]);
  });

  it('excludes removed members unless requested, and other tenants always', async () => {
    expect((await list()).total).toBe(8);
    expect(await ids()).not.toContain('user_g');
    expect(await ids({ status: 'removed' })).toEqual(['user_g']);
    expect(await ids({ status: 'pending_deletion' })).toEqual(['user_h']);
    expect((await list({ status: 'active' })).total).toBe(7);
    for (const query of [{}, { q: 'elsewhere' }, { q: 'x@example.com' }]) {
      expect(await ids(query)).not.toContain('user_x');
    }
  });

  it('filters by role, with and without a text', async () => {
    expect(await ids({ role: 'admin' })).toEqual(['user_a']);
    expect(await ids({ role: 'owner' })).toEqual([owner.id]);
    expect(await list({ role: 'owner', q: 'angel' })).toEqual({ users: [], total: 0 });
  });

  it('searches names and addresses in any case and script, without wildcards', async () => {
    const hits: Record<string, string[]> = {
      'ángel ñuñez': ['user_a'],
      ÁNGEL: ['user_a'],
      'élodie MÜLLER': ['user_b'],
      太郎: ['user_c'],
      'SAME-E@EXAMPLE': ['user_e'],
      'same name': ['user_d', 'user_e'],
      '%': ['user_f'],
      _: ['user_f'],
      "' or 1=1 --": [],
      '\\': [],
    };
    for (const [q, expected] of Object.entries(hits)) {
      expect(await ids({ q }), q).toEqual(expected);
      expect((await list({ q })).total).toBe(expected.length);
    }
    expect((await list({ q: '   ' })).total).toBe(8);
  });

  it('sorts by each column in both directions', async () => {
    const byName = ['user_f', 'user_a', 'user_b', 'user_h', owner.id, 'user_d', 'user_e', 'user_c'];
    expect(await ids()).toEqual(byName);
    expect(await ids({ sort: 'name', order: 'desc' })).toEqual(byName.toReversed());
    const emails = (await list({ sort: 'email' })).users.map(({ email }) => email);
    expect(emails).toEqual(emails.toSorted());
    expect(emails[0]).toBe('angel@example.com');
    const roleOf = new Map((await list()).users.map(({ user_id, role }) => [user_id, role]));
    const byRole = ['admin', 'member', 'owner'].flatMap((role) => byName.filter((id) => roleOf.get(id) === role));
    expect(await ids({ sort: 'role' })).toEqual(byRole);
    expect(await ids({ sort: 'role', order: 'desc' })).toEqual(byRole.toReversed());
    const byLogin = await ids({ sort: 'last_login' });
    expect(byLogin.slice(0, 5)).toEqual(['user_d', 'user_e', 'user_f', 'user_a', 'user_b']);
    expect(await ids({ sort: 'last_login', order: 'desc' })).toEqual(byLogin.toReversed());
  });

  it('pages through every order without gap or overlap, even with equal keys', async () => {
    for (const sort of ['name', 'email', 'role', 'last_login'] as const) {
      for (const order of ['asc', 'desc'] as const) {
        const whole = await ids({ sort, order });
        const pieces: string[] = [];
        for (let offset = 0; offset < 10; offset += 3) {
          const page = await list({ sort, order, limit: 3, offset });
          expect(page.total).toBe(8);
          pieces.push(...page.users.map(({ user_id }) => user_id));
        }
        expect(pieces).toEqual(whole);
        expect(new Set(pieces).size).toBe(8);
      }
    }
    expect(await list({ offset: 100 })).toEqual({ users: [], total: 8 });
  });

  it('counts again after each join, removal, rename and role change', async () => {
    // A full page does not reveal the total, so it is counted and cached.
    const count = async (query: Query = {}) => (await list({ ...query, limit: 1 })).total;
    await addMember(app, owner.tenantId, {
      id: 'user_i',
      name: 'Second Admin',
      email: 'second@example.com',
      role: 'admin',
    });
    const before = await count();
    const joined = await app.join(owner, 'member');
    expect(await count()).toBe(before + 1);
    await app.call(contract.profile.updateMe, { name: 'Ὀδυσσεύς' }, { token: joined.token });
    expect(await ids({ q: 'ὈΔΥ' })).toEqual([joined.id]);
    const scope = { tenant_id: owner.tenantId, user_id: joined.id };
    const admins = await count({ role: 'admin' });
    await app.call(contract.team.changeRole, { ...scope, role: 'admin' }, { token: owner.token });
    expect(await count({ role: 'admin' })).toBe(admins + 1);
    await app.call(contract.team.removeMember, scope, { token: owner.token });
    expect(await count()).toBe(before);
    expect(await count({ role: 'admin' })).toBe(admins);
  });

  it('shows recent writes, even though pages are cached', async () => {
    const member = await app.join(owner);
    const find = async () => (await list()).users.find(({ user_id }) => user_id === member.id);
    expect(await find()).toMatchObject({ role: 'member', last_login: toIso(app.clock.now()) });
    app.clock.advance(1 * minute);
    await app.login(member);
    expect(await find()).toMatchObject({ last_login: toIso(app.clock.now()) });
    await app.call(contract.profile.updateMe, { name: 'Zora Renamed' }, { token: member.token });
    expect(await find()).toMatchObject({ name: 'Zora Renamed' });
    const scope = { tenant_id: owner.tenantId, user_id: member.id };
    await app.call(contract.team.changeRole, { ...scope, role: 'admin' }, { token: owner.token });
    expect(await find()).toMatchObject({ role: 'admin' });
    await app.call(contract.team.removeMember, scope, { token: owner.token });
    expect(await find()).toBeUndefined();
  });

  // Where other instances write, too, no one shares a read that has begun.
  it.runIf(isEmbedded())('reads a page once for concurrent callers', () => {
    const { memberPages } = app.service.context;
    const page = { sort: 'name', order: 'asc', limit: 3, offset: 0 } as const;
    const read = (tenantId: string, offset = 0) => memberPages.read({ tenantId }, { ...page, offset });
    const first = read(owner.tenantId);
    expect(read(owner.tenantId)).toBe(first);
    expect(read(owner.tenantId, 3)).not.toBe(first);
    expect(read('tnt_other')).not.toBe(first);
  });
});
