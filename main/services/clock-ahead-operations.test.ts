import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '#e2e/http-api/permission-row.ts';
import { rows } from '#e2e/http-api/permission-rows.ts';
import { changesAndReads } from '#e2e/support/changes-and-reads.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createSeedData, hashSeedPassword, type SeedData } from '#e2e/support/seed-data.ts';
import { createTestService, type TestService, testPassword } from '#e2e/support/test-service.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { contract } from '#shared/contract/index.ts';
import { isRead, type OperationSpec } from '#shared/contract/operation.ts';
import { day, lifetimesMs, minute } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { purge } from '../jobs/purge.ts';

const year = 365 * day;
const { auth, profile, team, hosting } = contract;

let app: TestService;
let passwordHash: string;
beforeAll(async () => {
  app = await createTestService({ 'rate-limits': 'off' });
  passwordHash = await hashSeedPassword(app.service.context);
});
afterAll(() => app.close());

const storedOf = async (tenantId: string) => {
  const of = (table: 'sessions' | 'failed_sign_ins') =>
    tablesOf(app.service.context.db.read).selectFrom(table).selectAll().where('tenant_id', '=', tenantId).execute();
  return { sessions: await of('sessions'), failures: await of('failed_sign_ins') };
};

/** An organization of others, of which three things aren't stored yet: a session has lapsed, one was used, a guess failed. */
const others = perFile(async () => {
  const person = await app.owner();
  const { id, tenantId } = person;
  app.clock.advance(lifetimesMs.idleLogout);
  const { token } = await app.login(person);
  app.clock.advance(1 * minute);
  await app.call(contract.profile.getMe, {}, { token });
  app.service.context.failedSignIns.record({ id, tenant_id: tenantId }, 'password', '192.0.2.1');
  return { tenantId, stored: await storedOf(tenantId) };
});

/** What of an organization's seed data still works, as names that are the same in each organization. */
const listAlive = async ({ own }: SeedData): Promise<string[]> => {
  const { read } = app.service.context.db;
  const members = await tablesOf(read).selectFrom('users').selectAll().where('tenant_id', '=', own.id).execute();
  const seeded = ['owner', 'coOwner', 'admin', 'member', 'workspaceAdmin', 'outsider', 'target', 'secured'] as const;
  const nameOf = new Map(seeded.map((name) => [own[name].id, name]));
  const ids = [...nameOf.keys()];
  const sessions = await tablesOf(read)
    .selectFrom('sessions')
    .select('id')
    .where('user_id', 'in', ids)
    .where('ended_at', 'is', null)
    .execute();
  const openIds = new Set(sessions.map(({ id }) => id));
  const keys = await tablesOf(read).selectFrom('api_keys').selectAll().where('user_id', 'in', ids).execute();
  const links = await tablesOf(read)
    .selectFrom('one_time_tokens')
    .selectAll()
    .where((where) => where.or([where('user_id', 'in', ids), where('invitation_id', '=', own.invitationId)]))
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .execute();
  const invitations = await tablesOf(read)
    .selectFrom('invitations')
    .selectAll()
    .where('id', '=', own.invitationId)
    .where('status', '=', 'pending')
    .execute();
  const mails = await tablesOf(read)
    .selectFrom('mails')
    .selectAll()
    .where('id', 'in', Object.values(own.mails))
    .where('status', 'in', ['queued', 'failed'])
    .execute();
  return [
    ...members
      .filter(({ id, status }) => nameOf.has(id) && status !== 'removed')
      .map(({ id }) => `user ${nameOf.get(id)}`),
    ...seeded.flatMap((name) =>
      [own[name].sessionId, own[name].otherSessionId].filter((id) => openIds.has(id)).map(() => `session ${name}`),
    ),
    ...keys.map(({ user_id }) => `key ${nameOf.get(user_id)}`),
    ...links.map(({ user_id, purpose }) => `link ${nameOf.get(user_id ?? '') ?? 'invitee'} ${purpose}`),
    ...invitations.map(() => 'invitation'),
    ...mails.map(({ kind }) => `email ${kind}`),
  ].sort();
};

/** Some are refused on any day: what counts is what they leave behind. */
const attempt = async (work: () => Promise<unknown>): Promise<string> => {
  try {
    await work();
    return 'done';
  } catch (error) {
    if (error instanceof AppError) return error.key;
    throw error;
  }
};

/** Calls an operation as an owner who signs in for it. Those without a caller are called as they are. */
const callOnce = async (operation: OperationSpec, seed: SeedData): Promise<void> => {
  const { owner } = seed.own;
  const row = rows[operation.id as OperationId];
  const credentials = { email: owner.email, password: testPassword };
  // Before it prepares anything: some of it asks for more than a password.
  const signedIn = operation.auth === 'none' ? undefined : await app.call(contract.auth.login, credentials);
  const caller = { ...owner, token: signedIn?.access_token ?? owner.token };
  const prepared = await row.prepare?.(app.service.context, caller, seed);
  const input = { ...row.input(seed, caller), ...prepared } as never;
  await attempt(() => app.call(operation, input, operation.auth === 'none' ? {} : caller));
};

/** The entries of `before`, each as often as it is there, that `after` lacks. */
const missing = (before: readonly string[], after: readonly string[]): string[] => {
  const left = [...after];
  return before.filter((entry) => {
    const at = left.indexOf(entry);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
};

/** Someone of the same organization, who did nothing while the clock was wrong. */
const workNormally = async (seed: SeedData): Promise<void> => {
  const { email, tenantId: tenant_id } = seed.own.coOwner;
  const signedIn = await app.call(auth.login, { email, password: testPassword });
  const { access_token: token } = await app.call(auth.refresh, { refresh_token: signedIn.refresh_token });
  await app.call(profile.getMe, {}, { token });
  const invited = `late.${seed.own.id.slice(4, 14)}@example.com`.toLowerCase();
  const { invitation_id } = await app.call(team.inviteMember, { tenant_id, email: invited, role: 'member' }, { token });
  const { url } = await app.call(team.copyInvitationLink, { tenant_id, invitation_id }, { token });
  const accepted = { token: url.split('token=')[1] ?? '', name: 'Late', password: testPassword };
  await app.call(team.acceptInvitation, accepted);
  await app.call(hosting.syncServers, {}, { token });
  await app.call(auth.forgotPassword, { email });
  await app.service.mailWorker.drain();
};

const seedNow = (): Promise<SeedData> => createSeedData(app.service.context, passwordHash, 'same');

describe('with a clock that is a year ahead for a while', () => {
  it.each(changesAndReads)(
    '%s ends nothing that it does not end on any day, stores nothing of others, and lets them work afterwards',
    async (_, tried) => {
      // As each job does: it notices that the clock was set back after the operation before.
      app.service.context.clockWatch.isSteady();
      app.clock.advance(11 * minute);
      const [change] = tried.filter((operation) => !isRead(operation));
      const usual = change && (await seedNow());
      if (usual) await callOnce(change, usual);
      const seed = await seedNow();
      const before = await listAlive(seed);
      app.clock.jump(year);
      for (const { token, refreshToken } of [seed.own.owner, seed.own.member]) {
        // What everyone's console does, and what anyone with the rights to it then asks for.
        expect(await attempt(() => app.call(contract.profile.getMe, {}, { token }))).toBe('SESSION_ENDED');
        const refreshed = attempt(() => app.call(contract.auth.refresh, { refresh_token: refreshToken }));
        expect(await refreshed).toBe('REFRESH_TOKEN_INVALID');
      }
      expect(missing(before, await listAlive(seed))).toEqual([]);
      // What has to be prepared comes last: signing in may take more after it.
      const prepares = ({ id }: OperationSpec) => Number(rows[id as OperationId].prepare !== undefined);
      for (const operation of tried.toSorted((a, b) => prepares(a) - prepares(b))) await callOnce(operation, seed);
      await app.service.mailWorker.drain();
      app.clock.jump(-year);
      const usuallyEnded = usual ? missing(before, await listAlive(usual)) : [];
      expect(missing(missing(before, usuallyEnded), await listAlive(seed))).toEqual([]);
      // Who asks about their organization doesn't write for all.
      expect(await storedOf(others.tenantId)).toEqual(others.stored);
      await workNormally(seed);
    },
  );

  it('what is purged afterwards lets everyone work', async () => {
    const seed = await seedNow();
    app.clock.jump(year);
    await callOnce(contract.hosting.syncServers, seed);
    app.clock.jump(-year);
    await purge(app.service.context);
    await workNormally(seed);
  });
});
