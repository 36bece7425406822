import { beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '#e2e/support/api-keys.ts';
import { lapse } from '#e2e/support/confirmations.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { setPolicies } from '#e2e/support/policies.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { seedSecondFactor } from '#e2e/support/second-factor.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { requirePerson } from '#main/security/caller.ts';
import { contract } from '#shared/contract/index.ts';
import type { OperationSpec } from '#shared/contract/operation.ts';
import { lifetimesMs } from '#shared/rules/limits.ts';
import type { EndReason } from '#shared/texts/errors.ts';
import { tablesOf } from '../storage/database/tables.ts';
import { bearerCall, signedCall } from './calls.ts';
import type { BearerCall } from './handler.ts';

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
let owner: Person;
let admin: Person;

beforeAll(async () => {
  owner = await app.owner();
});

const client = { ip: '127.0.0.1', userAgent: 'castellan-test', background: true, requestId: 'req_test' };
const { inviteMember } = contract.team;

/** A call that the guard has let in. */
const admitted = async (token: string, operation: OperationSpec = inviteMember): Promise<BearerCall> => {
  const { context } = app.service;
  return bearerCall(context, operation, client, requirePerson(await context.callers.identify(token, client)));
};
const newAdmin = async (): Promise<Person> => {
  admin = await app.join(owner, 'admin');
  return admin;
};
const setUser = (change: Record<string, unknown>) =>
  tablesOf(app.service.context.db.write).updateTable('users').set(change).where('id', '=', admin.id).execute();
const setSession = (change: Record<string, unknown>) =>
  tablesOf(app.service.context.db.write).updateTable('sessions').set(change).where('user_id', '=', admin.id).execute();

let ran = 0;
const work = async () => {
  ran += 1;
};

describe('the transaction of a call with a session', () => {
  const endings: [string, EndReason, () => unknown][] = [
    ['was revoked', 'revoked', () => setSession({ ended_at: 1, end_reason: 'revoked' })],
    ['ended with the password', 'password_changed', () => setSession({ ended_at: 1, end_reason: 'password_changed' })],
    ['belongs to a removed member', 'removed', () => setUser({ status: 'removed' })],
    ['belongs to an account that is to be deleted', 'deleted', () => setUser({ status: 'pending_deletion' })],
    [
      'is gone with its account',
      'deleted',
      () => tablesOf(app.service.context.db.write).deleteFrom('sessions').execute(),
    ],
    ['has expired', 'expired', () => setSession({ expires_at: app.clock.now() })],
    ['was idle for too long', 'idle', () => setSession({ last_active_at: app.clock.now() - lifetimesMs.idleLogout })],
  ];
  it.each(endings)('is refused if the session %s', async (_how, reason, end) => {
    owner = await app.owner();
    const call = await admitted((await newAdmin()).token);
    await app.service.context.callers.flush();
    await end();
    ran = 0;
    expect(await failsWith(call.transaction(work), 'SESSION_ENDED')).toMatchObject({ reason });
    expect(ran).toBe(0);
  });

  it('is refused if the team is to be deleted', async () => {
    owner = await app.owner();
    const call = await admitted((await newAdmin()).token);
    const { db } = app.service.context;
    await tablesOf(db.write).updateTable('tenants').set({ delete_at: 1 }).where('id', '=', owner.tenantId).execute();
    expect(await failsWith(call.transaction(work), 'SESSION_ENDED')).toMatchObject({ reason: 'deleted' });
  });

  it('is refused if the role does not hold the permission any more, and hands over the role of now', async () => {
    owner = await app.owner();
    const call = await admitted((await newAdmin()).token);
    await setUser({ role: 'owner' });
    const seen = await call.transaction(async (_tx, caller) => [caller.user.role, caller.governingRole]);
    expect(seen).toEqual(['owner', 'owner']);
    await setUser({ role: 'member' });
    await failsWith(call.transaction(work), 'FORBIDDEN');
  });

  it('is refused if the confirmation has lapsed, or is too weak now, and lets in what takes a proof', async () => {
    owner = await app.owner();
    const { updatePolicies } = contract.organization;
    const { context } = app.service;
    const lapsing = await admitted((await app.join(owner, 'owner')).token, updatePolicies);
    await lapsing.transaction(work);
    await setPolicies(app, owner, { confirm_sensitive_changes: true });
    lapse(app);
    await failsWith(lapsing.transaction(work), 'REAUTHENTICATION_REQUIRED');
    const weak = await admitted((await app.login(owner)).token, updatePolicies);
    await weak.transaction(work);
    await seedSecondFactor(context, context.db.write, owner.id);
    ran = 0;
    await failsWith(weak.transaction(work), 'REAUTHENTICATION_REQUIRED');
    expect(ran).toBe(0);
    await weak.confirming(work);
    expect(ran).toBe(1);
  });

  it('tells whether it may concern ownership', async () => {
    owner = await app.owner();
    await setPolicies(app, owner, { confirm_sensitive_changes: true });
    const call = await admitted(owner.token);
    const isUnconfirmed = () => call.transaction(async (_tx, caller) => caller.isUnconfirmed);
    expect(await isUnconfirmed()).toBeUndefined();
    lapse(app);
    expect(await isUnconfirmed()).toBe(true);
  });

  it('requires the password that was confirmed in the call to be the same, and no other', async () => {
    owner = await app.owner();
    const { token, password } = await newAdmin();
    const [confirmed, other] = [await admitted(token), await admitted(token)];
    await failsWith(other.confirmPassword('another password'), 'CURRENT_PASSWORD_INVALID');
    await confirmed.confirmPassword(password);
    await confirmed.transaction(work);
    await setUser({ password_hash: 'another hash' });
    await failsWith(confirmed.transaction(work), 'CURRENT_PASSWORD_INVALID');
    await other.transaction(work);
  });
});

describe('the transaction of a call with an API key', () => {
  const keyOf = async (person: Person, scopes: Parameters<typeof createKey>[2] = {}) =>
    createKey(app, person, { scopes: ['team.manage'], expires_in_days: 1, ...scopes });
  const setKey = (change: Record<string, unknown>) =>
    tablesOf(app.service.context.db.write).updateTable('api_keys').set(change).execute();

  it.each([
    ['was revoked', 'TOKEN_INVALID', () => tablesOf(app.service.context.db.write).deleteFrom('api_keys').execute()],
    ['has expired', 'TOKEN_EXPIRED', () => setKey({ expires_at: app.clock.now() })],
    ['belongs to a removed member', 'TOKEN_INVALID', () => setUser({ status: 'removed' })],
    ['lacks the scope', 'SCOPE_REQUIRED', () => setKey({ scopes: '["self"]' })],
    ['belongs to somebody whose role is too low', 'FORBIDDEN', () => setUser({ role: 'member' })],
  ] as const)('is refused if the key %s', async (_how, key, change) => {
    owner = await app.owner();
    const call = await admitted((await keyOf(await newAdmin())).key);
    await call.transaction(work);
    await change();
    ran = 0;
    await failsWith(call.transaction(work), key);
    expect(ran).toBe(0);
  });

  it('governs no owner, whatever the role of now', async () => {
    owner = await app.owner();
    const call = await admitted((await keyOf(await newAdmin())).key);
    await setUser({ role: 'owner' });
    expect(await call.transaction(async (_tx, caller) => caller.governingRole)).toBe('admin');
  });
});

describe('the transaction of a call with a signed token', () => {
  it('hands over the session while it is open', async () => {
    owner = await app.owner();
    const { context } = app.service;
    const call = signedCall(context, client, await context.callers.verify((await newAdmin()).token));
    expect(await call.transaction(async (_tx, session) => session?.id)).toBe(admin.id);
    await setSession({ ended_at: 1, end_reason: 'revoked' });
    expect(await call.transaction(async (_tx, session) => session)).toBeUndefined();
  });
});
