import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { removeMailServer } from '#e2e/fixtures/admin-tenant.ts';
import { auditRows } from '#e2e/fixtures/audit.ts';
import type { Actor } from '#e2e/fixtures/seed-actors.ts';
import { createSeedData, hashSeedPassword, type SeedData } from '#e2e/fixtures/seed-data.ts';
import { createTestService, type TestService, testPassword } from '#e2e/fixtures/test-service.ts';
import type { OperationId } from '#e2e/http-api/permission-row.ts';
import { rows } from '#e2e/http-api/permission-rows.ts';
import { inputOf, variantsOf } from '#e2e/http-api/permission-rules.ts';
import { type AuditAction, auditActions } from '#shared/audit.ts';
import { contract, operations } from '#shared/contract/index.ts';
import { isRead } from '#shared/contract/operation.ts';
import { AppError } from '#shared/errors.ts';
import type { AuditEventRow } from '../../store/audit-log/audit-events.ts';

/** These create or delete a whole log: see main/services/welcome/sample.test.ts. */
const ofSamples: Partial<Record<OperationId, string>> = {
  createSampleTenant: 'It writes the log of the tenant that it makes, from the first row on.',
  removeSampleTenant: 'The log of the tenant goes with the tenant, and no other tells of it.',
};

/** Operations that change something without a row, with the reason. */
const unrecorded: Partial<Record<OperationId, string>> = {
  ...ofSamples,
  refresh: 'A rotation changes nothing that anybody could ask for; presenting a spent token is recorded.',
  startSecondFactor: 'A pending secret decides nothing: the sign-in is what it was until a code confirms it.',
};

/** Operations on many members write the row of the single operation for each of them. */
const recordedAs: Partial<Record<OperationId, AuditAction>> = {
  changeRoles: 'changeRole',
  inviteMembers: 'inviteMember',
  removeMembers: 'removeMember',
};
const actionOf = (id: OperationId): AuditAction => recordedAs[id] ?? (id as AuditAction);

/** Recorded once the mail worker has found the account: the answer must not depend on it. */
const deferred: readonly OperationId[] = ['forgotPassword', 'resendVerification'];

/** Events that the service itself records. Each is tested next to its cause. */
const serviceEvents: readonly AuditAction[] = [
  'lockAccount',
  'endReusedSession',
  'purgeAccount',
  'acceptAuditLog',
  'restoreBackup',
  'advanceUpgradeRun',
  'reconcileCosts',
];

/** Events that commands of the operator record. Each is tested next to its command. */
const operatorEvents: readonly AuditAction[] = [
  'createAccount',
  'createResetLink',
  'disableAccount',
  'enableAccount',
  'deleteAccount',
  'deleteTeam',
  'endSessions',
  'holdMail',
];

/** Rows that an operation writes in addition to its own: its steps, and changes from the provider's answer. */
const consequences: Partial<Record<OperationId, readonly AuditAction[]>> = {
  cancelSandboxOrder: ['advanceUpgradeRun'],
  orderUpgrade: ['advanceUpgradeRun'],
  upgradeInstance: ['startUpgradeRun', 'chooseUpgradePlan', 'advanceUpgradeRun'],
  upgradeServer: ['advanceUpgradeRun'],
  confirmUpgrade: ['advanceUpgradeRun'],
  revertUpgrade: ['advanceUpgradeRun'],
  changeBillingCycle: ['advanceUpgradeRun'],
  upgradeToManaged: ['advanceUpgradeRun'],
  downgradeToUnmanaged: ['advanceUpgradeRun'],
};

/** The actor of a row if it is not the caller. */
const actors: Partial<Record<OperationId, (seed: SeedData) => string>> = {
  login: ({ own }) => own.target.id,
  completeLogin: ({ own }) => own.secured.id,
  verifyEmail: ({ own }) => own.target.id,
  resetPassword: ({ own }) => own.target.id,
  cancelEmailChange: ({ own }) => own.target.id,
  restoreAccount: ({ own }) => own.pending.id,
  resendVerification: () => 'unknown',
  forgotPassword: () => 'unknown',
};
const onSelf: readonly OperationId[] = [
  'logout',
  'changePassword',
  'updateMe',
  'changeEmail',
  'deleteMe',
  'revokeSession',
  'revokeOtherSessions',
  'confirmSecondFactor',
  'disableSecondFactor',
  'regenerateRecoveryCodes',
  'createApiKey',
  'revokeApiKey',
  'sendTestMail',
];
const targets: Partial<Record<OperationId, (seed: SeedData, answer: Record<string, unknown>) => unknown>> = {
  completeLogin: ({ own }) => own.secured.id,
  resetMemberSecondFactor: ({ own }) => own.secured.id,
  restoreAccount: ({ own }) => own.pending.id,
  copyInvitationLink: ({ own }) => own.invitationId,
  resendInvitation: ({ own }) => own.invitationId,
  revokeInvitation: ({ own }) => own.invitationId,
  inviteMember: (_, answer) => answer.invitation_id,
  // The answer only contains addresses.
  inviteMembers: () => expect.stringMatching(/^inv_/),
  createWorkspace: (_, answer) => answer.workspace_id,
  updateWorkspace: ({ own }) => own.workspace.id,
  deleteWorkspace: ({ own }) => own.workspace.id,
  retryMail: ({ own }) => own.mails.abandoned,
  revealMailLink: ({ own }) => own.mails.queued,
  verifyAuditLog: ({ own }) => own.id,
  updateMailSettings: ({ own }) => own.id,
  deleteMailSettings: ({ own }) => own.id,
  releaseHeldMail: ({ own }) => own.id,
  backUpNow: ({ own }) => own.id,
  updateProviderSettings: ({ own }) => own.id,
  testProviderConnection: ({ own }) => own.id,
  resetSandbox: ({ own }) => own.id,
  syncServers: ({ own }) => own.id,
  importInvoices: ({ own }) => own.id,
  addIpAddress: (_, answer) => answer.ip_id,
  updateIpAddress: ({ own }) => own.hosting.ipId,
  removeIpAddress: ({ own }) => own.hosting.ipId,
  addInvoice: (_, answer) => answer.invoice_id,
  removeInvoice: ({ own }) => own.hosting.invoiceId,
};
/** Runs and servers are identified by the server. */
const ofServers = new Set(
  Object.values(contract.hosting)
    .filter(({ http }) => /\{(serviceid|run_id)\}/.test(http.path))
    .map(({ id }): string => id),
);

let app: TestService;
let passwordHash: string;
let backupDir: string;
beforeAll(async () => {
  backupDir = await mkdtemp(join(tmpdir(), 'castellan-backups-'));
  app = await createTestService({ 'rate-limits': 'off', 'backup-dir': backupDir, 'backup-without-keys': 'on' });
  passwordHash = await hashSeedPassword(app.service.context);
});
afterEach(() => removeMailServer(app.service));
afterAll(async () => {
  await app.close();
  await rm(backupDir, { recursive: true, force: true });
});

const ip = '203.0.113.77';
const changing = operations.filter(({ operation }) => !isRead(operation));
const recorded = changing.filter(({ operation }) => !((operation.id as OperationId) in unrecorded));

const freshSeed = async (id: string): Promise<SeedData> => {
  const seed = await createSeedData(app.service.context, passwordHash);
  if (id === 'restoreAccount') {
    await app.service.context.db.write
      .updateTable('users')
      .set({ status: 'pending_deletion', delete_at: app.clock.now() + 1 })
      .where('id', '=', seed.own.pending.id)
      .execute();
  }
  return seed;
};
const send = async (
  operation: (typeof operations)[number]['operation'],
  input: Record<string, unknown>,
  caller: Actor | undefined,
): Promise<Record<string, unknown>> => {
  const answer = await app.call(operation, input as never, {
    ip,
    ...(operation.auth !== 'none' && { token: caller?.token }),
  });
  await app.service.mailWorker.drain();
  return answer as Record<string, unknown>;
};
/** The rows of every tenant, newest last. */
const allRows = (): Promise<AuditEventRow[]> =>
  app.service.context.db.read.selectFrom('audit_events').selectAll().orderBy('at').execute();

describe('the catalog of actions', () => {
  it("contains every recorded operation, the service's own events, and nothing else", () => {
    const expected = [
      ...recorded.map(({ operation }) => actionOf(operation.id as OperationId)),
      ...serviceEvents,
      ...operatorEvents,
    ];
    expect(Object.keys(auditActions).sort()).toEqual([...new Set(expected)].sort());
  });

  it('describes each in its own words', () => {
    expect(new Set(Object.values(auditActions)).size).toBe(Object.keys(auditActions).length);
  });
});

describe.each(recorded.map(({ operation }) => [operation.id as OperationId, operation] as const))(
  '%s',
  (id, operation) => {
    it('writes one row with actor, target and origin', async () => {
      const seed = await freshSeed(id);
      const caller = seed.own.owner;
      const prepared = await rows[id].prepare?.(app.service.context, caller);
      const before = await allRows();
      const answer = await send(operation, { ...rows[id].input(seed, caller), ...prepared }, caller);
      const known = new Set(before.map(({ hash }) => hash));
      const all = (await allRows()).filter(({ hash }) => !known.has(hash));
      const beside = consequences[id] ?? [];
      expect(new Set(all.map(({ action }) => action))).toEqual(new Set([actionOf(id), ...beside]));
      const added = all.filter(({ action }) => !beside.includes(action));
      expect(added).toHaveLength(1);
      const ofJoined = id === 'acceptInvitation' ? (answer.user as { id: string }).id : undefined;
      const actor = id === 'signup' ? answer.user_id : (ofJoined ?? actors[id]?.(seed) ?? caller.id);
      const self = onSelf.includes(id) ? caller.id : undefined;
      const target =
        id === 'signup'
          ? answer.tenant_id
          : ofServers.has(id)
            ? answer.serviceid
            : (ofJoined ?? targets[id]?.(seed, answer) ?? self ?? seed.own.target.id);
      expect(added[0]).toMatchObject({
        tenant_id: id === 'signup' ? answer.tenant_id : seed.own.id,
        action: actionOf(id),
        actor_id: actor,
        target_id: target,
        ip_address: ip,
        at: app.clock.now(),
      });
      expect(added[0]?.actor_name).toEqual(expect.stringMatching(/./));
      expect(added[0]?.target_label).toEqual(expect.stringMatching(/./));
    });

    it('writes none if it is refused', async () => {
      const seed = await freshSeed(id);
      const before = (await allRows()).length;
      const attempts = [
        ...variantsOf(rows[id])
          .filter(({ kind }) => kind !== 'own')
          .map((variant) => [seed.own.owner, variant] as const),
        ...(operation.auth === 'bearer' ? [[undefined, { kind: 'own' }] as const] : []),
        ...('tenant_id' in operation.input.shape ? [[seed.stranger, { kind: 'own' }] as const] : []),
        ...('tenant_id' in operation.input.shape ? [[seed.own.outsider, { kind: 'own' }] as const] : []),
      ];
      for (const [caller, variant] of attempts) {
        const input = inputOf(rows[id], seed, seed.own.owner, variant);
        const outcome = await send(operation, input, caller).catch((error: unknown) => error);
        expect(outcome, `${caller?.role} ${variant.kind}`).toBeInstanceOf(AppError);
      }
      // The transports drop a body that an operation ignores.
      if (operation.body !== 'ignored') {
        const malformed = await send(operation, { nonsense: true }, seed.own.owner).catch((error: unknown) => error);
        expect(malformed).toBeInstanceOf(AppError);
      }
      expect((await allRows()).length).toBe(before);
    });
  },
);

describe('operations without a row', () => {
  it('are few, change something, and have a reason', () => {
    for (const [id, reason] of Object.entries(unrecorded)) {
      expect(changing.map(({ operation }) => operation.id)).toContain(id);
      expect(reason.length).toBeGreaterThan(20);
    }
    for (const id of deferred) expect(recorded.map(({ operation }) => operation.id)).toContain(id);
  });

  it('write none, and neither does any read', async () => {
    const seed = await freshSeed('');
    const before = (await allRows()).length;
    for (const { operation } of operations) {
      const id = operation.id as OperationId;
      if (id in ofSamples || (!isRead(operation) && !(id in unrecorded))) continue;
      await send(operation, rows[id].input(seed, seed.own.owner), seed.own.owner);
    }
    expect((await allRows()).length).toBe(before);
  });
});

describe('an operation that changes nothing', () => {
  it('writes no row for the same role, name or workspace role, or a second logout', async () => {
    const { own } = await freshSeed('');
    const by = { token: own.owner.token, ip };
    const at = { tenant_id: own.id };
    const before = (await auditRows(app, own.id)).length;
    await app.call(contract.team.changeRole, { ...at, user_id: own.admin.id, role: 'admin' }, by);
    await app.call(contract.profile.updateMe, { preferences: { language: 'en' } }, by);
    await app.call(contract.workspaces.updateWorkspace, { ...at, slug: own.workspace.slug, health_score: 100 }, by);
    await app.call(contract.profile.changeEmail, { new_email: own.admin.email, password: testPassword }, by);
    await app.call(contract.auth.forgotPassword, { email: 'nobody@example.org' });
    await app.service.mailWorker.drain();
    expect((await auditRows(app, own.id)).length).toBe(before);
    await app.call(contract.auth.logout, {}, by);
    await app.call(contract.auth.logout, {}, by);
    expect((await auditRows(app, own.id)).length).toBe(before + 1);
  });
});
