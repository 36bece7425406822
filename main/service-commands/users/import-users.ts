import { z } from 'zod';
import { importedHashes } from '#shared/rules/limits.ts';
import { StartError } from '../../platform/start-error.ts';
import { storedKind } from '../../security/imported-hashes.ts';
import type { SystemContext } from '../../services/context.ts';
import { newMember } from '../../services/identity/new-member.ts';
import { operatorActor, recordEvent, userTarget } from '../../services/recording/record-event.ts';
import { listImportedKinds } from '../../storage/store/identity/stored-hashes.ts';
import { claimAddress, findHolder, insertUser, type UserRow } from '../../storage/store/identity/users.ts';
import type { TenantRow } from '../../storage/store/team/tenants.ts';
import { findOnlyOrganization, findOrganization } from '../find.ts';
import { type CommandCall, commandOperation } from '../operation.ts';
import { type ImportRow, importFormats, type ReadRow, readRows } from './import-rows.ts';

/** Few enough that other writes don't wait long. */
const batchSize = 100;
const taken = 'This email address already has an account';

/** What became of one row of the file. */
export interface ImportedRow {
  /** The line of the file on which it begins. */
  line: number;
  email: string;
  ok: boolean;
  problem?: string;
}

export interface ImportResult {
  /** Names of the organizations that the valid rows belong to, separated by commas. */
  organization: string;
  valid: number;
  invalid: number;
  imported: number;
}

/** A row that can be imported. */
interface ValidRow {
  line: number;
  value: ImportRow;
  tenant: TenantRow;
}

/** Writes some rows of an organization in one transaction. Returns the problem of each that could not be written. */
const writeRows = (
  context: SystemContext,
  tenantId: string,
  rows: readonly ValidRow[],
): Promise<ReadonlyMap<number, string>> =>
  context.db.transaction({ tenant: tenantId }, async (tx) => {
    const problems = new Map<number, string>();
    for (const { line, value } of rows) {
      const { email, name = email, role = 'member', guest, email_verified: isVerified, password_hash = '' } = value;
      if (!(await claimAddress(tx, email, context.clockWatch.dueTime()))) {
        problems.set(line, taken);
        continue;
      }
      const member = newMember(context, {
        tenantId,
        email,
        name,
        role,
        guest,
        passwordHash: password_hash,
        verification: isVerified ? 'operator' : null,
      });
      const user: UserRow =
        value.status === 'disabled' ? { ...member, status: 'disabled', disabled_by: 'operator' } : member;
      await insertUser(tx, user);
      await recordEvent(context, tx, {
        action: 'createAccount',
        actor: operatorActor(tenantId),
        target: userTarget(user),
        details: { role, imported: true, ...(user.status === 'disabled' && { disabled: true }) },
      });
    }
    return problems;
  });

/** Finds the organization of a row: the one of the option, or of the row, or the only one. Each is looked up once. */
const createTenantFinder = ({ db }: SystemContext, option: string | undefined) => {
  const known = new Map<string | undefined, TenantRow | string>();
  return async (ofRow: string | undefined): Promise<TenantRow | string> => {
    const key = option ?? ofRow;
    const found =
      known.get(key) ??
      (await findOnlyOrganization(db.read, key).catch((error: unknown) => {
        if (error instanceof StartError && error.kind === 'refused') return error.message;
        throw error;
      }));
    known.set(key, found);
    return found;
  };
};

/**
 * DECISION 0289: every sign-in computes a hash of each kind that is stored, so there are few. Says why a row has one too many.
 */
const createKindLimit = (stored: readonly string[]) => {
  const kinds = new Set(stored);
  return ({ password_hash: hash = '' }: ImportRow): string | undefined => {
    const kind = storedKind(hash);
    if (kind === undefined || kinds.has(kind)) return undefined;
    if (kinds.size >= importedHashes.kinds) {
      return `password_hash: This hash needs other settings than the ${importedHashes.kinds} kinds of hashes that are here or in the rows above, and each kind makes every sign-in slower. Leave it empty, and send the person a reset link`;
    }
    kinds.add(kind);
    return undefined;
  };
};

/**
 * Creates accounts from a file. Without `write` it only checks: the command sends the file a second time once all rows
 * are right, so that neither side keeps a large file in memory and the writer is never held for long.
 */
export const importUsers = commandOperation({
  input: z.strictObject({
    organization: z.string().optional(),
    format: z.enum(importFormats),
    write: z.boolean(),
  }),
  async run(context, { organization, format, write }, { emit, body }: CommandCall<ImportedRow>): Promise<ImportResult> {
    const { clockWatch, db } = context;
    // An option that names nothing is no problem of the rows.
    if (organization !== undefined) await findOrganization(db.read, organization);
    const tenantOf = createTenantFinder(context, organization);
    const excessKind = createKindLimit(await listImportedKinds(db.read));
    const names = new Set<string>();
    const seen = new Set<string>();
    const result = { valid: 0, invalid: 0, imported: 0 };
    let batch: ValidRow[] = [];

    const report = async (line: number, email: string, problem: string | undefined): Promise<void> => {
      if (problem === undefined) result.valid += 1;
      else result.invalid += 1;
      await emit({ line, email, ok: problem === undefined, ...(problem !== undefined && { problem }) });
    };
    const flush = async (): Promise<void> => {
      const problems = new Map<number, string>();
      for (const [tenantId, rows] of write ? Map.groupBy(batch, ({ tenant }) => tenant.id) : []) {
        for (const [line, problem] of await writeRows(context, tenantId, rows)) problems.set(line, problem);
      }
      if (write) result.imported += batch.length - problems.size;
      for (const { line, value, tenant } of batch) {
        names.add(tenant.name);
        await report(line, value.email, problems.get(line));
      }
      batch = [];
    };
    const check = async (read: ReadRow): Promise<ValidRow | string> => {
      if ('problem' in read) return read.problem;
      if (seen.has(read.email)) return 'Appears twice in the file';
      seen.add(read.email);
      if (!write && (await findHolder(db.read, read.email, clockWatch.dueTime()))) return taken;
      const excess = excessKind(read.value);
      if (excess !== undefined) return excess;
      const tenant = await tenantOf(read.value.organization);
      return typeof tenant === 'string' ? tenant : { line: read.line, value: read.value, tenant };
    };

    for await (const read of readRows(format, body)) {
      const checked = await check(read);
      if (typeof checked === 'string') await report(read.line, read.email, checked);
      else batch.push(checked);
      if (batch.length >= batchSize) await flush();
    }
    await flush();
    return { organization: [...names].join(', '), ...result };
  },
});
