import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '#e2e/http-api/permission-row.ts';
import { rows } from '#e2e/http-api/permission-rows.ts';
import { removeMailServer } from '#e2e/support/admin-tenant.ts';
import { seedApiKey } from '#e2e/support/api-keys.ts';
import { auditRows } from '#e2e/support/audit.ts';
import { setConfirmed } from '#e2e/support/confirmations.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { seedPasskey } from '#e2e/support/passkeys.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { seedSecondFactor } from '#e2e/support/second-factor.ts';
import { createSeedData, hashSeedPassword, type SeedData } from '#e2e/support/seed-data.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract, operations } from '#shared/contract/index.ts';
import { asksToConfirm, keyScopeOf, type OperationSpec, type RequestOf } from '#shared/contract/operation.ts';
import { day, lifetimesMs } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { tablesOf } from '../storage/database/tables.ts';
import { giveToGroup, giveToMember } from '../storage/store/custom-roles/custom-role-holders.ts';
import { markGuest } from '../storage/store/identity/account-standing.ts';

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashSeedPassword(app.service.context);
});
afterEach(() => removeMailServer(app.service));

type Input = Record<string, unknown>;
const sensitive = operations.map(({ operation }): OperationSpec => operation).filter(asksToConfirm);
const cases = sensitive.map((operation) => [operation.id as OperationId, operation] as const);

/** What makes an operation concern ownership: its target is another owner, or an invitation to become one. */
const onOwnership = (operation: OperationSpec, { own }: SeedData): Input => {
  const { shape } = operation.input;
  const role = operation.id.startsWith('invite') ? { role: 'owner' } : 'role' in shape ? { role: 'admin' } : {};
  return {
    ...('user_id' in shape && { user_id: own.coOwner.id }),
    ...('user_ids' in shape && { user_ids: [own.target.id, own.coOwner.id] }),
    ...('holder_id' in shape && { holder_id: own.coOwner.id }),
    ...('session_id' in shape && { session_id: own.coOwner.otherSessionId }),
    ...('key_id' in shape && { key_id: own.coOwner.apiKey.id }),
    ...('guest' in shape && { guest: false }),
    ...role,
  };
};

interface Attempt {
  seed: SeedData;
  /** A request that is right, except that it may lack a second factor. */
  send(token?: string): Promise<unknown>;
}

const attempt = async (operation: OperationSpec, more: (seed: SeedData) => Input = () => ({})): Promise<Attempt> => {
  const { context } = app.service;
  const { write } = context.db;
  const seed = await createSeedData(context, passwordHash, 'same');
  const { own } = seed;
  const row = rows[operation.id as OperationId];
  const prepared = await row.prepare?.(context, own.owner, seed);
  const input: Input = { ...row.input(seed, own.owner), ...prepared };
  if (operation.confirm === 'ownership') {
    await tablesOf(write)
      .updateTable('invitations')
      .set({ role: 'owner' })
      .where('id', '=', own.invitationId)
      .execute();
    Object.assign(input, onOwnership(operation, seed));
    if (operation.id === 'unassignCustomRole') {
      const grant = { by: own.owner.id, at: app.clock.now() };
      await giveToMember(write, own.customRole.id, own.coOwner.id, grant);
    }
    if (operation.id === 'enableMember') {
      await tablesOf(write)
        .updateTable('users')
        .set({ status: 'disabled', disabled_by: 'admin' })
        .where('id', '=', own.coOwner.id)
        .execute();
    }
    if (operation.id === 'restoreMember') {
      await tablesOf(write)
        .updateTable('users')
        .set({ status: 'pending_deletion', delete_at: app.clock.now() + day })
        .where('id', '=', own.coOwner.id)
        .execute();
    }
  }
  if (operation.id === 'addGroupMembers' || operation.id === 'setGuest') {
    await giveToGroup(write, own.customRole.id, own.group.id, { by: own.owner.id, at: app.clock.now() });
  }
  if (operation.id === 'addGroupMembers') Object.assign(input, { user_ids: [own.outsider.id, own.coOwner.id] });
  if (operation.id === 'setGuest') {
    await markGuest(write, own.id, own.target.id, true);
    Object.assign(input, { guest: false });
  }
  if (operation.id === 'updateApplication') Object.assign(input, { redirect_uris: ['https://elsewhere.example/'] });
  // What these take beside the password is a proof of its own: see security/confirming-changes.test.ts.
  if ('passkey' in operation.input.shape) for (const proof of ['code', 'passkey']) delete input[proof];
  Object.assign(input, more(seed));
  return {
    seed,
    send: async (token = own.owner.token) => {
      const answer = await app.call(operation, input as never, { token });
      await app.service.mailWorker.drain();
      return answer;
    },
  };
};

const requirePolicy = ({ own }: SeedData) =>
  tablesOf(app.service.context.db.write)
    .updateTable('tenants')
    .set({ confirms_sensitive_changes: 1 })
    .where('id', '=', own.id)
    .execute();
const addFactor = ({ own }: SeedData) => seedPasskey(app.service.context, app.service.context.db.write, own.owner.id);
const confirmed = ({ own }: SeedData, at: number | null, by: 'password' | 'second_factor') =>
  setConfirmed(app.service.context, own.owner.id, at, by);
const auditCount = async ({ own }: SeedData): Promise<number> => (await auditRows(app, own.id)).length;

/** Expects to be asked for these, and that nothing is done. */
const isAsked = async ({ seed, send }: Attempt, confirm_with: string[]): Promise<void> => {
  const before = await auditCount(seed);
  const details = await failsWith(send(), 'REAUTHENTICATION_REQUIRED');
  expect(details).toEqual({ confirm_with, max_age_seconds: 600 });
  expect(await auditCount(seed)).toBe(before);
};
/** Whether the seeded account of the owner got an authenticator app from the row of its operation. */
const hasAuthenticator: readonly string[] = ['disableSecondFactor', 'regenerateRecoveryCodes', 'trustDevice'];
const factorsOf = (id: string): string[] =>
  hasAuthenticator.includes(id) ? ['passkey', 'authenticator', 'recovery_code'] : ['passkey'];

/** These act on a second factor that the account has, so no one without any can try them. */
const needFactor: readonly string[] = [...hasAuthenticator, 'removePasskey'];
const withoutFactor = cases.filter(([id]) => !needFactor.includes(id));

describe('sensitive changes', () => {
  it.each(withoutFactor)('ask for nothing more without two-factor authentication: %s', async (_id, operation) => {
    const { send } = await attempt(operation);
    await send();
  });

  it.each(withoutFactor)('take the password where the organization asks everyone: %s', async (_id, operation) => {
    const tried = await attempt(operation);
    await requirePolicy(tried.seed);
    if (!operation.errors.includes('CURRENT_PASSWORD_INVALID')) {
      await isAsked(tried, ['password']);
      await confirmed(tried.seed, app.clock.now(), 'password');
    }
    await tried.send();
  });

  it.each(cases)('take a second factor of the last ten minutes, and nothing less: %s', async (id, operation) => {
    const tried = await attempt(operation);
    const { seed, send } = tried;
    await addFactor(seed);
    const now = app.clock.now();
    for (const [at, by] of [
      [null, 'second_factor'],
      [now - lifetimesMs.confirmation, 'second_factor'],
      [now + 60 * lifetimesMs.confirmation, 'second_factor'],
      [now, 'password'],
    ] as const) {
      await confirmed(seed, at, by);
      await isAsked(tried, factorsOf(id));
    }
    await confirmed(seed, now - lifetimesMs.confirmation + 1, 'second_factor');
    await send();
  });

  it.each(cases)('are closed to API keys: %s', async (_id, operation) => {
    const { context } = app.service;
    const { seed, send } = await attempt(operation);
    const { key } = await seedApiKey(context, context.db.write, seed.own.owner.id);
    const outcome = await send(key).catch((error: unknown) => error);
    if (operation.id === 'addGroupMembers') {
      // No scope has what the custom role of the group gives.
      expect(outcome).toMatchObject({ key: 'FORBIDDEN' });
    } else if (outcome instanceof AppError) {
      const isRefused = keyScopeOf(operation) === undefined || operation.confirm === 'redirection';
      expect(outcome.key).toBe(isRefused ? 'API_KEY_REFUSED' : 'ROLE_NOT_ALLOWED');
    } else {
      const refused = expect.objectContaining({ ok: false, code: 'ROLE_NOT_ALLOWED' });
      expect(outcome).toEqual({ results: expect.arrayContaining([refused]) });
    }
  });
});

describe.each(cases.filter(([, { confirm }]) => confirm === 'ownership'))('%s of someone else', (_id, operation) => {
  it('asks for nothing', async () => {
    const { seed, send } = await attempt(operation, ({ own }) => {
      const { shape } = operation.input;
      return {
        ...('user_id' in shape && { user_id: own.target.id }),
        ...('user_ids' in shape && { user_ids: [own.target.id] }),
        ...('holder_id' in shape && { holder_id: own.target.id }),
        ...('session_id' in shape && { session_id: own.target.otherSessionId }),
        ...('key_id' in shape && { key_id: own.target.apiKey.id }),
        ...('role' in shape && { role: 'admin' }),
      };
    });
    await addFactor(seed);
    const { write } = app.service.context.db;
    await tablesOf(write)
      .updateTable('invitations')
      .set({ role: 'admin' })
      .where('id', '=', seed.own.invitationId)
      .execute();
    if (operation.id === 'enableMember') {
      await tablesOf(write)
        .updateTable('users')
        .set({ status: 'disabled', disabled_by: 'admin' })
        .where('id', '=', seed.own.target.id)
        .execute();
    }
    await send();
  });
});

describe('changes of custom roles', () => {
  const update = contract.customRoles.updateCustomRole;
  const ofRole = ({ own }: SeedData) => ({ tenant_id: own.id, role_id: own.customRole.id });

  it.each([
    ['a name', { name: 'Renamed' }],
    ['the same permissions', { permissions: ['settings.read'] }],
    ['other permissions', { permissions: ['settings.read', 'audit.read'] }, 'REAUTHENTICATION_REQUIRED'],
  ] as const)('ask before they give more, not for %s', async (_what, change, asked?) => {
    const { seed } = await attempt(update);
    await addFactor(seed);
    const { own } = seed;
    const input = { ...ofRole(seed), ...change } as RequestOf<typeof update>;
    const call = app.call(update, input, { token: own.owner.token });
    if (asked) await failsWith(call, asked);
    else await call;
  });

  it('ask for nothing where someone joins a group that gives none', async () => {
    const { seed } = await attempt(update);
    await addFactor(seed);
    const { own } = seed;
    const joining = { tenant_id: own.id, group_id: own.group.id, user_ids: [own.outsider.id] };
    const answer = await app.call(contract.groups.addGroupMembers, joining, { token: own.owner.token });
    expect(answer.results).toEqual([{ user_id: own.outsider.id, ok: true }]);
  });

  it('ask for nothing where someone has the role already', async () => {
    const { seed } = await attempt(update);
    await addFactor(seed);
    const { own } = seed;
    const before = await auditCount(seed);
    const again = { ...ofRole(seed), holder_id: own.target.id };
    await app.call(contract.customRoles.assignCustomRole, again, { token: own.owner.token });
    expect(await auditCount(seed)).toBe(before);
  });
});

describe('changes of several members', () => {
  const bulk = cases.filter(([, { input }]) => 'user_ids' in input.shape);

  it.each(bulk)('%s asks before the first, so that everything can be sent again', async (_id, operation) => {
    const { seed, send } = await attempt(operation);
    await seedSecondFactor(app.service.context, app.service.context.db.write, seed.own.owner.id);
    await failsWith(send(), 'REAUTHENTICATION_REQUIRED');
    await confirmed(seed, app.clock.now(), 'second_factor');
    expect(await send()).toMatchObject({ results: [{ ok: true }, { ok: true }] });
  });
});
