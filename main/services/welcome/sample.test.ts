import { describe, expect, it, vi } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile, perTest } from '#e2e/support/prepared.ts';
import { type CallOptions, createTestService, type TestService } from '#e2e/support/test-service.ts';
import { purge } from '#main/jobs/purge.ts';
import { continueSamples } from '#main/jobs/sample-activity.ts';
import { contract } from '#shared/contract/index.ts';
import { day, hour, minute, throttles } from '#shared/rules/limits.ts';
import { tablesOf } from '../../storage/database/tables.ts';
import { countTenants } from '../../storage/store/team/sample-tenants.ts';

const { createSampleTenant, enterSampleTenant, getWelcome, removeSampleTenant } = contract.welcome;
const { auth, audit, mail, profile, security, sessions, team, workspaces } = contract;

/** What the tests do on a service. */
const actionsOn = (app: TestService) => {
  const create = (options?: CallOptions) => app.call(createSampleTenant, {}, options);
  return {
    create,
    async welcome(options?: CallOptions) {
      const { first_run, sample_offered } = await app.call(getWelcome, {}, options);
      return { first_run, sample_offered };
    },
    tenants: () => countTenants(app.service.context.db.read),
    /** A sample with the data that calls need. */
    async made() {
      const { access_token, user, password } = await create();
      return { by: { token: access_token }, at: { tenant_id: user.tenant_id }, user, password };
    },
    people: () =>
      tablesOf(app.service.context.db.read)
        .selectFrom('users')
        .select(['name', 'email', 'role'])
        .orderBy('email')
        .execute(),
    async everyTable(): Promise<Record<string, number>> {
      const { db } = app.service.context;
      const tables = await tablesOf(db.read).introspection.getTables();
      const counts: Record<string, number> = {};
      for (const { name } of tables) {
        // An index of texts keeps empty pages, and a server counts what each address asks for.
        if (name.includes('_search') || name === 'throttle_counts') continue;
        const rows = await tablesOf(db.read)
          .selectFrom(name as 'tenants')
          .select(({ val }) => val(1).as('one'))
          .execute();
        if (rows.length > 0) counts[name] = rows.length;
      }
      return counts;
    },
  };
};

describe('the welcome page', () => {
  const app = perTest(() => createTestService());
  const { create, made, people, tenants, welcome } = actionsOn(app);

  it('is available while there is no account, and offers a sample only on this computer', async () => {
    expect(await welcome()).toEqual({ first_run: true, sample_offered: true });
    expect(await welcome({ ip: '::1' })).toEqual({ first_run: true, sample_offered: true });
    for (const ip of ['192.0.2.1', '10.0.0.5', 'fe80::1', 'nonsense']) {
      expect(await welcome({ ip })).toEqual({ first_run: true, sample_offered: false });
      await failsWith(create({ ip }), 'STATE_CONFLICT');
    }
    // A proxy on this computer connects from a loopback address too.
    expect(await welcome({ local: false })).toEqual({ first_run: true, sample_offered: false });
    await failsWith(create({ local: false }), 'STATE_CONFLICT');
    await app.owner();
    expect(await welcome()).toEqual({ first_run: false, sample_offered: false });
    await failsWith(create(), 'STATE_CONFLICT');
    expect(await tenants()).toEqual({ real: 1, sample: 0 });
  });

  it('offers no sample if the console has a public address', async () => {
    const published = await createTestService({ 'public-url': 'https://console.example' });
    expect(await published.call(getWelcome, {})).toMatchObject({ first_run: true, sample_offered: false });
    await failsWith(published.call(createSampleTenant, {}), 'STATE_CONFLICT');
    await published.close();
  });

  it('refuses a sample if someone signed up while its password was hashed', async () => {
    const { passwords } = app.service.context;
    const hash = passwords.hash.bind(passwords);
    vi.spyOn(passwords, 'hash').mockImplementationOnce(async (password, share) => {
      await app.owner();
      return hash(password, share);
    });
    await failsWith(create(), 'STATE_CONFLICT');
    expect(await tenants()).toEqual({ real: 1, sample: 0 });
  });

  it('replaces samples while there is nothing else, each of the same company, up to a rate limit', async () => {
    const first = await made();
    const known = await people();
    const second = await made();
    expect(second.user.tenant_id).not.toBe(first.user.tenant_id);
    expect(await people()).toEqual(known);
    expect(await tenants()).toEqual({ real: 0, sample: 1 });
    await failsWith(app.call(profile.getMe, {}, first.by), 'SESSION_ENDED');
    await app.call(profile.getMe, {}, second.by);
    const { throttle } = app.service.context;
    for (let n = 2; n < throttles.sample.limit; n += 1) await (await throttle.take('sample', '127.0.0.1'))(undefined);
    await failsWith(create(), 'RATE_LIMITED');
  });
});

describe('the sample', () => {
  // Making one takes most of the time here.
  const app = perFile(() => createTestService());
  const { everyTable, made, people } = actionsOn(app);
  const sample = perFile(made);

  it('is a team of sixty in every role and state, with a history', async () => {
    const { by, at, user } = sample;
    expect(user).toMatchObject({ name: 'Olivia Marsh', email: 'olivia.marsh@example.com', role: 'owner' });
    const count = async (query: object) => (await app.call(team.listMembers, { ...at, limit: 1, ...query }, by)).total;
    expect(await count({})).toBe(57);
    expect(await count({ status: 'removed' })).toBe(3);
    expect(await count({ status: 'pending_deletion' })).toBe(2);
    expect([await count({ role: 'owner' }), await count({ role: 'admin' })]).toEqual([2, 5]);
    const invited = await app.call(team.listInvitations, { ...at, limit: 200 }, by);
    const states = Map.groupBy(invited.invitations, ({ status }) => status);
    expect([...states.keys()].sort()).toEqual(['accepted', 'expired', 'pending', 'revoked']);
    expect(states.get('pending')).toHaveLength(5);
    const listed = await app.call(workspaces.listWorkspaces, at, by);
    expect(listed.total).toBe(9);
    expect(Math.min(...listed.workspaces.map(({ health_score }) => health_score))).toBeLessThan(40);
    expect(Math.max(...listed.workspaces.map(({ health_score }) => health_score))).toBe(100);
    expect(listed.workspaces.every(({ member_count }) => member_count > 5)).toBe(true);
    const mails = await app.call(mail.listMails, { ...at, limit: 200 }, by);
    expect(new Set(mails.mails.map(({ status }) => status))).toEqual(
      new Set(['queued', 'sent', 'failed', 'abandoned']),
    );
    const own = await app.call(sessions.listSessions, {}, by);
    expect(own.sessions.length).toBeGreaterThanOrEqual(4);
    expect(new Set(own.sessions.map(({ device }) => device)).size).toBeGreaterThanOrEqual(4);
    const keys = await app.call(security.listApiKeys, {}, by);
    expect(keys.api_keys.map(({ name }) => name).sort()).toEqual(['Old importer', 'Status page', 'Weekly report']);
  });

  it('has only dates in the past, and its audit log verifies from the first row to the last', async () => {
    const { by, at } = sample;
    const now = app.clock.now();
    const verdict = await app.call(audit.verifyAuditLog, at, by);
    expect(verdict.valid).toBe(true);
    expect(verdict.checked).toBeGreaterThan(400);
    const rows = await tablesOf(app.service.context.db.read)
      .selectFrom('audit_events')
      .select(['sequence', 'at', 'action'])
      .orderBy('sequence')
      .execute();
    expect(rows[0]?.action).toBe('signup');
    expect(rows.map((row) => row.at)).toEqual(rows.map((row) => row.at).toSorted((one, other) => one - other));
    expect(rows.every((row) => row.at <= now)).toBe(true);
    const { db } = app.service.context;
    for (const table of ['users', 'mails', 'sessions', 'invitations', 'workspaces', 'api_keys'] as const) {
      const late = await tablesOf(db.read).selectFrom(table).select('id').where('created_at', '>', now).execute();
      expect(late, table).toEqual([]);
    }
  });

  it('is of people with addresses that belong to no one', async () => {
    const everyone = await people();
    expect(everyone).toHaveLength(60);
    expect(new Set(everyone.map(({ email }) => email)).size).toBe(60);
    for (const { email } of everyone) expect(email).toMatch(/^[a-z]+(\.[a-z]+)+@example\.com$/);
  });

  it('survives the hourly purge unchanged, except for expired sessions', async () => {
    const before = await everyTable();
    await purge(app.service.context);
    expect(await everyTable()).toEqual(before);
  });

  it('signs everyone in with the displayed password, and no one with another', async () => {
    const { password, at } = sample;
    const admin = await app.call(auth.login, { email: 'priya.raman@example.com', password });
    expect(admin.user).toMatchObject({ role: 'admin', tenant_id: at.tenant_id });
    await failsWith(
      app.call(auth.login, { email: 'priya.raman@example.com', password: `${password}x` }),
      'INVALID_CREDENTIALS',
    );
    await failsWith(app.call(auth.login, { email: 'freya.nystrom@example.com', password: 'x' }), 'INVALID_CREDENTIALS');
    await failsWith(app.call(auth.login, { email: 'omar.benali@example.com', password }), 'INVALID_CREDENTIALS');
    await failsWith(
      app.call(auth.login, { email: 'bruno.teixeira@example.com', password }),
      'ACCOUNT_PENDING_DELETION',
    );
    await failsWith(app.call(auth.login, { email: 'amara.okafor@example.com', password: '' }), 'VALIDATION_FAILED');
  });

  it('has invitations that can be accepted', async () => {
    const { at } = sample;
    const token = await app.mailedToken('nora.blake@example.com', 'invitation');
    const joined = await app.call(team.acceptInvitation, { token, name: 'Nora Blake', password: 'a fine long secret' });
    expect(joined.user.tenant_id).toBe(at.tenant_id);
  });
});

describe('the sample, later', () => {
  const app = perFile(() => createTestService());
  const { everyTable, made } = actionsOn(app);
  const sample = perFile(made);
  /** A visitor, whose session has ended since. */
  const enter = async () => ({ token: (await app.call(enterSampleTenant, {})).access_token });
  const openSessions = async () => (await app.call(sessions.countSessions, sample.at, await enter())).people;

  it.each([1, 3, 40, 400])('still looks alive when nothing happened for %s days', async (days) => {
    app.clock.advance(days * day);
    await continueSamples(app.service.context);
    const by = await enter();
    expect(await openSessions()).toBeGreaterThan(3);
    const { events } = await app.call(audit.listAuditEvents, { ...sample.at, action: 'login', limit: 100 }, by);
    const today = events.filter(({ at }) => app.clock.now() - Date.parse(at) < day);
    expect(today.length).toBeGreaterThan(10);
    expect(await app.call(audit.verifyAuditLog, sample.at, by)).toMatchObject({ valid: true });
  });

  it('keeps sessions open while their people work, and ends them afterwards', async () => {
    for (let step = 0; step < 12 * 6; step += 1) {
      app.clock.advance(10 * minute);
      await continueSamples(app.service.context);
      await purge(app.service.context);
    }
    const people = await openSessions();
    expect(people).toBeGreaterThan(3);
    expect(people).toBeLessThan(40);
  });

  it('writes nothing twice, and leaves those alone whom the visitor removed', async () => {
    const { at } = sample;
    app.clock.advance(20 * minute);
    const by = await enter();
    const [gone] = (await app.call(team.listMembers, { ...at, q: 'Yuki' }, by)).users;
    await app.call(team.removeMember, { ...at, user_id: gone?.user_id ?? '' }, by);
    app.clock.advance(2 * day);
    await continueSamples(app.service.context);
    const once = await everyTable();
    await continueSamples(app.service.context);
    expect(await everyTable()).toEqual(once);
    const logins = { ...at, actor: gone?.user_id, action: 'login' } as const;
    const { events } = await app.call(audit.listAuditEvents, logins, await enter());
    expect(events.every((event) => Date.parse(event.at) < app.clock.now() - 2 * day)).toBe(true);
  });
});

describe('removing the sample', () => {
  const app = perTest(() => createTestService());
  const { everyTable, made, tenants, welcome } = actionsOn(app);

  it('leaves nothing of it, and the welcome page is back', async () => {
    const before = await everyTable();
    const { by, at } = await made();
    expect(Object.keys(await everyTable()).length).toBeGreaterThan(Object.keys(before).length + 8);
    await app.call(removeSampleTenant, at, by);
    // Its random ID stays, so that its missing audit log doesn't look like a manipulation.
    expect(await everyTable()).toEqual({ ...before, deleted_tenants: 1 });
    expect(await welcome()).toEqual({ first_run: true, sample_offered: true });
    await failsWith(app.call(profile.getMe, {}, by), 'SESSION_ENDED');
  });

  it('is refused for real tenants, whoever asks', async () => {
    const { by, at, password } = await made();
    const owner = await app.owner();
    const own = { tenant_id: owner.tenantId };
    await failsWith(app.call(removeSampleTenant, own, { token: owner.token }), 'STATE_CONFLICT');
    await failsWith(app.call(removeSampleTenant, own, by), 'NOT_FOUND');
    await failsWith(app.call(removeSampleTenant, at, { token: owner.token }), 'NOT_FOUND');
    const admin = await app.call(auth.login, { email: 'priya.raman@example.com', password });
    await failsWith(app.call(removeSampleTenant, at, { token: admin.access_token }), 'FORBIDDEN');
    expect(await tenants()).toEqual({ real: 1, sample: 1 });
    await app.call(removeSampleTenant, at, by);
    expect(await tenants()).toEqual({ real: 1, sample: 0 });
    expect(await welcome()).toEqual({ first_run: false, sample_offered: false });
    await app.call(profile.getMe, {}, { token: owner.token });
  });

  it('is possible for anyone who signs in to it later, as long as it exists', async () => {
    const { at, password, user } = await made();
    app.clock.advance(3 * hour + minute);
    const again = await app.call(auth.login, { email: user.email, password });
    await app.call(removeSampleTenant, at, { token: again.access_token });
    expect(await tenants()).toEqual({ real: 0, sample: 0 });
  });
});
