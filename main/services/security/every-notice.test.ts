import { beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '#e2e/http-api/permission-row.ts';
import { rows } from '#e2e/http-api/permission-rows.ts';
import { perFile } from '#e2e/support/prepared.ts';
import type { Actor } from '#e2e/support/seed-actors.ts';
import { createSeedData, hashSeedPassword, type SeedData } from '#e2e/support/seed-data.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { noticeSpec } from '#main/mail/notice-kinds.ts';
import { undoingPurposes } from '#main/storage/store/identity/one-time-tokens.ts';
import { operations } from '#shared/contract/index.ts';
import { isRead } from '#shared/contract/operation.ts';
import { AppError } from '#shared/texts/errors.ts';
import { tablesOf } from '../../storage/database/tables.ts';

/**
 * Runs every operation, and compares what accounts have before and after it. The next operation that adds or takes
 * something fails here until it sends a notice.
 */
const app = perFile(() => createTestService({ 'rate-limits': 'off', 'backup-without-keys': 'on' }));
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashSeedPassword(app.service.context);
});

const changing = operations.filter(({ operation }) => !isRead(operation)).map(({ operation }) => operation);
/** Each operation, and once more with the role of an owner where it takes a role. */
const variants = changing.flatMap((operation) => [
  { operation, id: operation.id as OperationId, asOwner: false },
  ...('role' in operation.input.shape || operation.id === 'acceptInvitation'
    ? [{ operation, id: operation.id as OperationId, asOwner: true }]
    : []),
]);

interface Account {
  email: string;
  /** What someone could sign in with, act with, or get the account back with. */
  has: Set<string>;
  /** Whatever else its owner wants to know about. */
  is: Record<string, unknown>;
}

const accountsOf = async (tenantId: string): Promise<Map<string, Account>> => {
  const { read } = app.service.context.db;
  const users = await tablesOf(read).selectFrom('users').selectAll().where('tenant_id', '=', tenantId).execute();
  const found = new Map<string, Account>();
  for (const { id, email, pending_email, role, status, password_hash } of users) {
    const of = <Table extends 'passkeys' | 'api_keys' | 'second_factors' | 'recovery_codes'>(table: Table) =>
      tablesOf(read)
        .selectFrom(table as 'passkeys')
        .selectAll()
        .where('user_id', '=', id)
        .execute();
    const factors = await tablesOf(read).selectFrom('second_factors').selectAll().where('user_id', '=', id).execute();
    const trusted = await tablesOf(read).selectFrom('trusted_devices').select('id').where('user_id', '=', id).execute();
    const codes = await tablesOf(read).selectFrom('recovery_codes').selectAll().where('user_id', '=', id).execute();
    found.set(id, {
      email,
      has: new Set([
        ...(await of('passkeys')).map((row) => `passkey ${row.id}`),
        ...(await of('api_keys')).map((row) => `key ${row.id}`),
        ...factors.filter((row) => row.confirmed_at !== null).map((row) => `authenticator ${row.sealed_secret}`),
        ...(codes.length > 0 ? [`codes ${codes.map(({ code_hash }) => code_hash).sort()}`] : []),
        ...(role === 'owner' ? ['ownership'] : []),
        ...[pending_email ?? email].map((address) => `address ${address}`),
      ]),
      is: { role, status, password_hash, trusted: trusted.map((row) => row.id).sort() },
    });
  }
  return found;
};

/** Changes that need no notice. */
const untold: Partial<Record<OperationId, string>> = {
  signup: 'there is no one else yet',
  restoreAccount: 'its owner is signed in by it',
  cancelEmailChange: 'its owner does it from the mailbox',
  undoChange: 'its owner does it from the mailbox',
  removeTrustedDevice: 'it ends something of the own account, which the second step replaces',
  revokeApiKey: 'it ends something of the own account, which needs no secret to be undone',
};

const verifyAll = (tenantId: string) =>
  tablesOf(app.service.context.db.write)
    .updateTable('users')
    .set({ email_verified: 1, email_verified_by: 'mailbox' })
    .where('tenant_id', '=', tenantId)
    .execute();

const run = async ({ operation, id, asOwner }: Variant) => {
  const { context, mailWorker } = app.service;
  const seed: SeedData = await createSeedData(context, passwordHash, 'same');
  const { write, read } = context.db;
  if (id === 'restoreAccount') {
    const change = { status: 'pending_deletion', delete_at: app.clock.now() + 1 } as const;
    await tablesOf(write).updateTable('users').set(change).where('id', '=', seed.own.pending.id).execute();
  }
  if (asOwner) {
    await tablesOf(write)
      .updateTable('invitations')
      .set({ role: 'owner' })
      .where('id', '=', seed.own.invitationId)
      .execute();
  }
  await verifyAll(seed.own.id);
  const caller: Actor = seed.own.owner;
  const prepared = await rows[id].prepare?.(context, caller, seed);
  const before = await accountsOf(seed.own.id);
  const mailsBefore = await tablesOf(read).selectFrom('mails').select('id').execute();
  const input = {
    ...rows[id].input(seed, caller),
    ...prepared,
    ...(asOwner && 'role' in operation.input.shape && { role: 'owner' }),
  };
  await app
    .call(operation, input as never, operation.auth === 'none' ? {} : { token: caller.token })
    // Where this seed doesn't let an owner do it, nothing changes.
    .catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
  await mailWorker.drain();
  const known = new Set(mailsBefore.map((mail) => mail.id));
  const mails = (await tablesOf(read).selectFrom('mails').selectAll().execute()).filter((mail) => !known.has(mail.id));
  const tokens = new Map(
    (await tablesOf(read).selectFrom('one_time_tokens').select(['id', 'purpose']).execute()).map((row) => [
      row.id,
      row.purpose,
    ]),
  );
  const undoable = mails.filter(({ token_id }) =>
    (undoingPurposes as readonly string[]).includes(tokens.get(token_id ?? '') ?? ''),
  );
  return { before, after: await accountsOf(seed.own.id), mails, undoable, owner: caller };
};

type Variant = (typeof variants)[number];
const runs = new Map<Variant, ReturnType<typeof run>>();
/** Each runs once, whichever test asks first. */
const resultOf = (variant: Variant): ReturnType<typeof run> => {
  const result = runs.get(variant) ?? run(variant);
  runs.set(variant, result);
  return result;
};

interface Effect {
  /** Such as `changeRole: ownership`. */
  name: string;
  /** Whom the notice has to reach, and whether it needs a link. */
  recipient: string | undefined;
  undoable: boolean;
}

const effectsOf = async (variant: Variant): Promise<Effect[]> => {
  const { before, after, owner } = await resultOf(variant);
  return [...after].flatMap(([id, { has, is }]): Effect[] => {
    const former = before.get(id);
    const effect = (things: string[], recipient: string | undefined, undoable: boolean): Effect => ({
      name: `${variant.id}: ${things.map((thing) => thing.split(' ')[0]).join(', ')}`,
      recipient,
      undoable,
    });
    const added = [...has].filter((thing) => !former?.has.has(thing));
    // Someone who joins has nothing that they could lose: only their ownership concerns others.
    const telling = former ? added : added.filter((thing) => thing === 'ownership');
    if (telling.length > 0) {
      return telling.map((thing) => effect([thing], thing === 'ownership' ? owner.email : former?.email, true));
    }
    if (!former) return [];
    const gone = [...former.has].filter((thing) => !has.has(thing) && !thing.startsWith('address'));
    const changed = Object.keys(is).filter((name) => JSON.stringify(is[name]) !== JSON.stringify(former.is[name]));
    return [...gone, ...changed].length === 0 ? [] : [effect([...gone, ...changed], former.email, false)];
  });
};

describe.each(variants.filter(({ id }) => !(id in untold)))('$id (as owner: $asOwner)', (variant) => {
  it('tells people what it adds, with a link that undoes it, and what else it changes', async () => {
    const { mails, undoable } = await resultOf(variant);
    for (const effect of await effectsOf(variant)) {
      const sent = effect.undoable ? undoable : mails.filter(({ kind }) => noticeSpec(kind));
      expect(
        sent.map(({ recipient }) => recipient),
        effect.name,
      ).toContain(effect.recipient);
    }
  });
});

it('knows every operation with such an effect', async () => {
  const names = new Set<string>();
  for (const variant of variants) {
    if (variant.id in untold) continue;
    for (const { name } of await effectsOf(variant)) names.add(name);
  }
  expect([...names].sort()).toEqual([
    'acceptInvitation: ownership',
    'addPasskey: codes',
    'addPasskey: passkey',
    'changeEmail: address',
    'changePassword: key, password_hash',
    'changeRole: ownership',
    'changeRole: role',
    'changeRoles: ownership',
    'changeRoles: role',
    'confirmSecondFactor: authenticator',
    'confirmSecondFactor: codes',
    'createApiKey: key',
    'deleteMe: key, status',
    'disableMember: status',
    'disableSecondFactor: authenticator, codes',
    'enableMember: status',
    'regenerateRecoveryCodes: codes',
    'removeMember: key, status, password_hash',
    'removeMembers: key, status, password_hash',
    'removePasskey: passkey',
    'resetMemberSecondFactor: passkey, authenticator, codes, trusted',
    'resetPassword: key, password_hash',
    'restoreMember: status',
    'revokeMemberApiKey: key',
    'rollApiKey: key',
    'transferOwnership: ownership',
    'transferOwnership: ownership, role',
    'trustDevice: trusted',
  ]);
}, 120_000);

it('lists no exception without an effect', async () => {
  for (const variant of variants) {
    if (variant.id in untold && variant.id !== 'signup' && !variant.asOwner) {
      expect(await effectsOf(variant), variant.id).not.toEqual([]);
    }
  }
});
