import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { auditActions, auditRows } from '#e2e/support/audit.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { createWorkspace, invite } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { toIso } from '#main/platform/clock.ts';
import { contract } from '#shared/contract/index.ts';
import type { RequestOf } from '#shared/contract/operation.ts';
import { minute } from '#shared/rules/limits.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const { listAuditEvents, verifyAuditLog } = contract.audit;

const app = perTest(() => createTestService());
const owner = perTest(() => app.owner());
const admin = perTest(() => app.join(owner, 'admin'));
const member = perTest(() => app.join(owner, 'member'));
const stranger = perTest(() => app.owner());

type Query = Omit<RequestOf<typeof listAuditEvents>, 'tenant_id'>;
const list = (person: Person, query: Query = {}, tenantId = person.tenantId) =>
  app.call(listAuditEvents, { tenant_id: tenantId, ...query }, { token: person.token });
const changeRole = (role: 'admin' | 'member', ip = '127.0.0.1') =>
  app.call(
    contract.team.changeRole,
    { tenant_id: owner.tenantId, user_id: member.id, role },
    { token: owner.token, ip },
  );
const actionsOf = async (query: Query) => (await list(owner, query)).events.map(({ action }) => action);

describe('listing audit events', () => {
  it('shows who did what to whom, when and from where, newest first', async () => {
    app.clock.advance(minute);
    await changeRole('admin', '198.51.100.7');
    const { events, total } = await list(admin);
    expect(events[0]).toEqual({
      sequence: total,
      at: toIso(app.clock.now()),
      actor_id: owner.id,
      actor_name: owner.name,
      ip_address: '198.51.100.7',
      device: expect.stringMatching(/./),
      request_id: expect.stringMatching(/^req_/),
      action: 'changeRole',
      target_kind: 'user',
      target_id: member.id,
      target_label: member.email,
      details: { from: 'member', to: 'admin' },
      hash: expect.stringMatching(/^[\w-]+\.[\w-]{43}$/),
    });
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => total - index));
    expect(events.at(-1)).toMatchObject({ action: 'signup', target_kind: 'tenant', target_id: owner.tenantId });
  });

  it('filters by actor, action, text and time, alone and combined, and pages', async () => {
    await changeRole('admin');
    await changeRole('member');
    app.clock.advance(minute);
    const from = toIso(app.clock.now());
    await invite(app, admin, 'EMILE@example.com');
    await createWorkspace(app, owner, 'Zürich');
    app.clock.advance(minute);
    const to = toIso(app.clock.now());
    await createWorkspace(app, admin, 'Later');
    expect(await actionsOf({ from, to })).toEqual(['createWorkspace', 'inviteMember']);
    expect(await actionsOf({ from, to, actor: admin.id })).toEqual(['inviteMember']);
    expect(await actionsOf({ action: 'createWorkspace', from: to })).toEqual(['createWorkspace']);
    // The same instants, in other spellings of ISO 8601.
    expect(await actionsOf({ from: from.replace(/\.\d+Z$/, 'Z'), to: to.replace(/Z$/, '+00:00') })).toEqual(
      await actionsOf({ from, to }),
    );
    expect(await actionsOf({ q: 'ZÜRICH' })).toEqual(['createWorkspace']);
    expect(await actionsOf({ q: 'Emile@' })).toEqual(['inviteMember']);
    expect((await list(owner, { q: '%' })).total).toBe(0);
    expect((await list(owner, { actor: 'system' })).total).toBe(0);
    expect(await actionsOf({ target: member.id })).toEqual(['changeRole', 'changeRole', 'acceptInvitation']);
    expect(await actionsOf({ target: member.id, actor: owner.id })).toEqual(['changeRole', 'changeRole']);
    expect((await list(stranger, { target: member.id })).total).toBe(0);
    const whole = (await list(owner)).events.map(({ sequence }) => sequence);
    const pieces: number[] = [];
    for (let offset = 0; offset < whole.length; offset += 2) {
      const page = await list(owner, { limit: 2, offset });
      expect(page.total).toBe(whole.length);
      pieces.push(...page.events.map(({ sequence }) => sequence));
    }
    expect(pieces).toEqual(whole);
  });

  it('filters by kind of action and by outcome', async () => {
    await changeRole('admin');
    await createWorkspace(app, owner, 'Zürich');
    const fail = () =>
      failsWith(app.call(contract.auth.login, { email: owner.email, password: 'wrong' }), 'INVALID_CREDENTIALS');
    for (let n = 0; n < 6; n += 1) await fail();
    expect(await actionsOf({ group: 'workspaces' })).toEqual(['createWorkspace']);
    const team = await actionsOf({ group: 'team' });
    expect(new Set(team)).toEqual(new Set(['changeRole', 'acceptInvitation', 'inviteMember']));
    expect(await actionsOf({ outcome: 'blocked' })).toEqual(['lockAccount']);
    expect(await actionsOf({ group: 'team', outcome: 'done' })).toEqual(team);
    expect(await actionsOf({ group: 'team', action: 'changeRole' })).toEqual(['changeRole']);
    expect(await list(owner, { group: 'team', outcome: 'blocked' })).toEqual({ events: [], total: 0 });
    expect(await list(owner, { group: 'team', action: 'login' })).toEqual({ events: [], total: 0 });
    const signIns = await list(owner, { group: 'sign_ins', limit: 2, offset: 1 });
    const all = await list(owner, { group: 'sign_ins' });
    expect(signIns).toEqual({ events: all.events.slice(1, 3), total: all.total });
  });

  it('contains no secret', async () => {
    const { password } = owner;
    const next = 'tall orange lighthouse';
    await app.call(
      contract.auth.changePassword,
      { current_password: password, new_password: next },
      { token: owner.token },
    );
    const text = JSON.stringify(await auditRows(app, owner.tenantId));
    for (const secret of [password, next, owner.token, owner.refreshToken, '$2']) expect(text).not.toContain(secret);
  });
});

describe('verifying the audit log', () => {
  const verify = (person: Person, tenantId = person.tenantId) =>
    app.call(verifyAuditLog, { tenant_id: tenantId }, { token: person.token });

  it('reports that it is intact and how many rows it has, and is recorded itself', async () => {
    const before = (await auditRows(app, owner.tenantId)).length;
    expect(await verify(admin)).toEqual({ valid: true, checked: before, total: before, complete: true });
    const after = await auditRows(app, owner.tenantId);
    expect(after).toHaveLength(before + 1);
    expect(after.at(-1)).toMatchObject({ action: 'verifyAuditLog', actor_id: admin.id });
    expect(JSON.parse(after.at(-1)?.details ?? '')).toEqual({ valid: true, checked: before });
  });

  it('is recorded again only once there is something new', async () => {
    await verify(admin);
    const { length } = await auditRows(app, owner.tenantId);
    await verify(owner);
    expect(await auditRows(app, owner.tenantId)).toHaveLength(length);
    await app.call(contract.profile.updateMe, { name: 'Olivia Other' }, { token: owner.token });
    await verify(owner);
    expect((await auditActions(app, owner.tenantId)).slice(length)).toEqual(['updateMe', 'verifyAuditLog']);
  });

  it('reports the first tampered row once, while recording continues', async () => {
    await sql`update audit_events set target_label = 'nobody' where tenant_id = ${stranger.tenantId} and sequence = 2`.execute(
      tablesOf(app.service.context.db.write),
    );
    const broken = { valid: false, checked: 1, first_broken: 2, complete: true };
    expect(await verify(stranger)).toEqual({ ...broken, total: 2 });
    expect(await verify(stranger)).toEqual({ ...broken, total: 3 });
    expect(await auditActions(app, stranger.tenantId)).toEqual(['signup', 'login', 'verifyAuditLog']);
  });
});

describe('events that the service itself records', () => {
  const last = async (person: Person) => (await auditRows(app, person.tenantId)).at(-1);

  it('include failed sign-ins that lock a known account, with their origin', async () => {
    const person = await app.owner();
    const fail = (email: string) =>
      failsWith(
        app.call(contract.auth.login, { email, password: 'wrong' }, { ip: '198.51.100.9' }),
        'INVALID_CREDENTIALS',
      );
    for (let n = 0; n < 5; n += 1) await fail(person.email);
    expect(await auditActions(app, person.tenantId)).toEqual(['signup', 'login']);
    await fail(person.email);
    expect(await last(person)).toMatchObject({
      action: 'lockAccount',
      actor_id: 'unknown',
      target_id: person.id,
      ip_address: '198.51.100.9',
      details: JSON.stringify({ failures: 6, wait_seconds: 1 }),
    });
    const before = await tablesOf(app.service.context.db.read).selectFrom('audit_events').select('hash').execute();
    for (let n = 0; n < 6; n += 1) await fail('nobody@example.org');
    const after = await tablesOf(app.service.context.db.read).selectFrom('audit_events').select('hash').execute();
    expect(after).toEqual(before);
  });

  it('include a session that ends because of a reused token, once', async () => {
    const person = await app.owner();
    const refresh = (refresh_token: string) =>
      app.call(contract.auth.refresh, { refresh_token }, { ip: '198.51.100.10' });
    await refresh((await refresh(person.refreshToken)).refresh_token);
    await failsWith(refresh(person.refreshToken), 'REFRESH_TOKEN_INVALID');
    await failsWith(refresh(person.refreshToken), 'REFRESH_TOKEN_INVALID');
    expect(await auditActions(app, person.tenantId)).toEqual(['signup', 'login', 'endReusedSession']);
    expect(await last(person)).toMatchObject({
      actor_id: 'unknown',
      target_id: person.id,
      ip_address: '198.51.100.10',
    });
  });
});
