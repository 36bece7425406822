import { afterEach, describe, expect, it, vi } from 'vitest';
import { createKey } from '#e2e/support/api-keys.ts';
import { createCustomRole } from '#e2e/support/custom-roles.ts';
import { isEmbedded } from '#e2e/support/engine.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { createGroup } from '#e2e/support/groups.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import type { LiveTopic } from '#shared/contract/live-topics.ts';
import { day, hour, lifetimesMs, liveLimits, minute, second } from '#shared/rules/limits.ts';
import { tablesOf } from '../storage/database/tables.ts';

const app = perTest(() => createTestService({ 'rate-limits': 'off' }));
const owner = perTest(() => app.owner());
afterEach(async () => {
  app.service.live.stop();
});

const patience = { timeout: 10 * second, interval: 10 };

/** An open stream and what came through it. */
const watch = async ({ token }: Pick<Person, 'token'>, sinceMs = 0) => {
  const events: string[] = [];
  const topics = new Set<LiveTopic>();
  const ago: Partial<Record<LiveTopic, number>> = {};
  let isOpen = true;
  const close = await app.service.live.open(token, sinceMs, {
    send: (event, data) => {
      events.push(event);
      if ('topics' in data) for (const topic of data.topics) topics.add(topic);
      if ('ago' in data) Object.assign(ago, data.ago);
      if ('reason' in data) events.push(`${data.reason}`);
    },
    keepAlive: () => {
      events.push('keepAlive');
    },
    end: () => {
      isOpen = false;
    },
  });
  return {
    events,
    topics,
    ago,
    close,
    isOpen: () => isOpen,
    hears: (topic: LiveTopic) => vi.waitFor(() => expect([...topics]).toContain(topic), patience),
    ends: () => vi.waitFor(() => expect(isOpen).toBe(false), patience),
  };
};

const { team, workspaces, sessions, auth, profile } = contract;
const createWorkspace = ({ token, tenantId }: Person, name: string) =>
  app.call(workspaces.createWorkspace, { tenant_id: tenantId, name }, { token });
const invite = ({ token, tenantId }: Person, email: string) =>
  app.call(team.inviteMember, { tenant_id: tenantId, email, role: 'member' }, { token });

describe('a console', () => {
  it('hears of changes in its organization', async () => {
    const console = await watch(owner);
    await invite(owner, 'guest@example.com');
    await console.hears('invitations');
    expect([...console.topics].sort()).toEqual(['account', 'audit', 'invitations', 'outbox']);
  });

  it('hears once of many changes', async () => {
    const console = await watch(owner);
    const { changes } = app.service.context.db;
    for (let n = 0; n < 100; n += 1) changes.committed([{ kind: 'insert', table: 'workspaces' }], owner.tenantId);
    await console.hears('workspaces');
    expect(console.events).toEqual(['ready', 'changed']);
  });

  it('never hears of changes in another organization', async () => {
    const other = await app.owner();
    const [console, theirs] = [await watch(owner), await watch(other)];
    await createWorkspace(other, 'Theirs');
    await invite(other, 'guest@example.com');
    await theirs.hears('invitations');
    await app.owner();
    await invite(owner, 'guest@example.com');
    await console.hears('invitations');
    expect([...console.topics]).not.toContain('workspaces');
  });

  it('hears of nothing that its role may not read, and of nothing that concerns others alone', async () => {
    const [member, neighbor] = [await app.join(owner), await app.join(owner)];
    const console = await watch(member);
    await invite(owner, 'guest@example.com');
    await app.call(sessions.revokeOtherSessions, {}, { token: neighbor.token });
    await app.login(neighbor);
    await createWorkspace(owner, 'Ours');
    await console.hears('workspaces');
    expect([...console.topics].sort()).toEqual(['member_pages', 'workspaces']);
  });

  it('hears of what happens to its own account', async () => {
    const member = await app.join(owner);
    const console = await watch(member);
    await app.login(member);
    await console.hears('account');
  });

  it('hears more or less once its role has changed', async () => {
    const member = await app.join(owner);
    const console = await watch(member);
    const change = (role: 'admin' | 'member') =>
      app.call(team.changeRole, { tenant_id: owner.tenantId, user_id: member.id, role }, { token: owner.token });
    await change('admin');
    await console.hears('audit');
    console.topics.clear();
    await change('member');
    await console.hears('account');
    expect([...console.topics]).not.toContain('audit');
  });

  it('hears more or less once a custom role of its group has changed', async () => {
    const member = await app.join(owner);
    const group = await createGroup(app, owner, 'Listening', { members: [member.id] });
    const console = await watch(member);
    const role = await createCustomRole(app, owner, ['audit.read'], [group.group_id]);
    for (const topic of ['audit', 'custom_roles'] as const) await console.hears(topic);
    const leaving = { ...group, user_ids: [member.id] };
    await app.call(contract.groups.removeGroupMembers, leaving, { token: owner.token });
    await console.hears('account');
    console.topics.clear();
    await app.call(contract.customRoles.deleteCustomRole, role, { token: owner.token });
    await console.hears('custom_roles');
    expect([...console.topics]).not.toContain('audit');
  });

  it('hears of the mail server, which belongs to the installation', async () => {
    const other = await app.owner();
    const console = await watch(other);
    const member = await watch(await app.join(other));
    console.topics.clear();
    await tablesOf(app.service.context.db.write)
      .insertInto('mail_hold')
      .values({ id: 1, reason: 'operator', held_at: 0 })
      .execute();
    await console.hears('mail_settings');
    // Which a member sees only by whether email is sent.
    await member.hears('mail_status');
    expect([...member.topics]).toEqual(['mail_status']);
  });

  it('hears how long ago something changed, so that it does not read again what it read since', async () => {
    const member = await app.join(owner);
    app.clock.advance(minute);
    await createWorkspace(owner, 'Ours');
    app.clock.advance(3 * second);
    expect((await watch(member, 5 * second)).ago).toEqual({ workspaces: 3 * second });
    // What isn't known anymore may have changed right now.
    await app.restart();
    expect(Object.values((await watch(member, minute)).ago)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });

  it('hears that a queued email has been sent', async () => {
    await invite(owner, 'guest@example.com');
    const console = await watch(owner);
    const { db } = app.service.context;
    await tablesOf(db.writeFor(owner.tenantId)).updateTable('mails').set({ status: 'sent' }).execute();
    await console.hears('outbox');
    expect([...console.topics]).toEqual(['outbox']);
  });
});

describe('a console that comes back', () => {
  it('hears what changed since it left, and only that', async () => {
    const member = await app.join(owner);
    app.clock.advance(minute);
    await createWorkspace(owner, 'Ours');
    await createWorkspace(await app.owner(), 'Theirs');
    app.clock.advance(10 * second);
    expect([...(await watch(member, 5 * second)).topics]).toEqual([]);
    expect([...(await watch(member, 20 * second)).topics]).toEqual(['workspaces']);
    expect([...(await watch(owner, 20 * second)).topics].sort()).toEqual(['account', 'audit', 'workspaces']);
  });

  it('reads everything again if no one knows what changed since then', async () => {
    const member = await app.join(owner);
    await app.restart();
    const { topics } = await watch(member, minute);
    const all = ['account', 'applications', 'custom_roles', 'mail_status', 'member_pages', 'tenant', 'workspaces'];
    expect([...topics].sort()).toEqual(all);
  });
});

describe('a stream ends', () => {
  it('with the removal of its user', async () => {
    const member = await app.join(owner);
    const console = await watch(member);
    await app.call(team.removeMember, { tenant_id: owner.tenantId, user_id: member.id }, { token: owner.token });
    await console.ends();
    expect(console.events).toEqual(['ready', 'ended', 'removed']);
    expect(app.service.live.count()).toBe(0);
  });

  it('when its session is revoked or signed out', async () => {
    const second = await app.login(owner);
    const [first, other] = [await watch(owner), await watch(second)];
    await app.call(sessions.revokeOtherSessions, {}, { token: owner.token });
    await other.ends();
    expect(other.events.slice(-2)).toEqual(['ended', 'revoked']);
    await app.call(auth.logout, {}, { token: owner.token });
    await first.ends();
    expect(first.events.slice(-2)).toEqual(['ended', 'logout']);
  });

  it('within a second of an end that came from another transaction', async () => {
    const console = await watch(owner);
    const { write } = app.service.context.db;
    await tablesOf(write).updateTable('sessions').set({ ended_at: 1, end_reason: 'revoked' }).execute();
    await console.ends();
    expect(console.events.slice(-2)).toEqual(['ended', 'revoked']);
  });

  it('when no one has been active for too long, even though it was open all the time', async () => {
    const console = await watch(owner);
    app.clock.advance(lifetimesMs.idleLogout - minute);
    await createWorkspace(await app.login(owner), 'Ours');
    await console.hears('workspaces');
    app.clock.advance(minute);
    await console.ends();
    expect(console.events.slice(-2)).toEqual(['ended', 'idle']);
  });

  it('without an error when its token expires, so that the console comes back with another', async () => {
    const console = await watch(owner);
    const active = () => app.call(profile.getMe, {}, { token: owner.token });
    for (let passed = 0; passed < hour - 20 * minute; passed += 20 * minute) {
      app.clock.advance(20 * minute);
      await active();
    }
    app.clock.advance(20 * minute);
    await console.ends();
    expect(console.events).not.toContain('ended');
  });

  it('without an error when its token turns out to be from a clock that was ahead', async () => {
    app.clock.jump(365 * day);
    const console = await watch(await app.login(owner));
    app.clock.jump(-365 * day);
    await console.ends();
    expect(console.events).toEqual(['ready']);
  });

  it('when the service stops', async () => {
    const console = await watch(owner);
    app.service.live.stop();
    expect(console.isOpen()).toBe(false);
    await failsWith(app.service.live.open(owner.token, 0, { send() {}, keepAlive() {}, end() {} }), 'BUSY');
  });
});

describe('a stream is refused', () => {
  it('to API keys and bad tokens', async () => {
    const { key } = await createKey(app, owner);
    await failsWith(watch({ ...owner, token: key }), 'API_KEY_REFUSED');
    await failsWith(watch({ ...owner, token: 'nonsense' }), 'TOKEN_INVALID');
  });

  it('to a user who has too many, until one closes', async () => {
    const open = await Promise.all(Array.from({ length: liveLimits.perUser }, () => watch(owner)));
    expect((await failsWith(watch(owner), 'BUSY')).retry_after).toBe(liveLimits.retryAfterSeconds);
    await watch(await app.join(owner));
    open[0]?.close();
    await watch(owner);
  });
});

// A server is also asked each second.
it.runIf(isEmbedded())('takes few reads for a change that many consoles hear of', async () => {
  const people = [owner, await app.join(owner), await app.join(owner)];
  const sessions = people.flatMap((person) => Array.from({ length: liveLimits.perUser }, () => app.login(person)));
  const consoles = await Promise.all((await Promise.all(sessions)).map((session) => watch(session)));
  const { db } = app.service.context;
  const { admitted } = db.readerUsage();
  await app.call(profile.updateMe, { name: 'Renamed' }, { token: owner.token });
  await Promise.all(consoles.map((console) => console.hears('member_pages')));
  expect(db.readerUsage().admitted - admitted).toBeLessThan(20);
});

it('keeps the connection from looking unused', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const console = await watch(owner);
    vi.advanceTimersByTime(60 * second);
    expect(console.events).toEqual(['ready', 'keepAlive', 'keepAlive', 'keepAlive']);
  } finally {
    vi.useRealTimers();
  }
});
