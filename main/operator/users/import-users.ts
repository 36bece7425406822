import { z } from 'zod';
import type { SystemContext } from '../../context.ts';
import { operatorActor, recordEvent, userTarget } from '../../services/audit-log/record-event.ts';
import { newMember } from '../../services/identity/new-member.ts';
import { findUserByEmail, insertUser } from '../../store/identity/users.ts';
import { findOnlyOrganization } from '../find.ts';
import { type OperatorCall, operatorOperation } from '../operation.ts';
import { type ImportRow, importFormats, type ReadRow, readRows } from './import-rows.ts';

/** Few enough that other writes don't wait long. */
const batchSize = 100;
const taken = 'This email address already has an account';

/** What became of one row of the file. */
export interface ImportedRow {
  row: number;
  email: string;
  ok: boolean;
  problem?: string;
}

export interface ImportResult {
  organization: string;
  valid: number;
  invalid: number;
  imported: number;
}

/** Writes some rows in one transaction. Returns the problem of each that could not be written. */
const writeBatch = (
  context: SystemContext,
  tenantId: string,
  batch: readonly { row: number; value: ImportRow }[],
): Promise<Map<number, string>> =>
  context.db.transaction({ tenant: tenantId }, async (tx) => {
    const problems = new Map<number, string>();
    for (const { row, value } of batch) {
      const { email, name = email, role = 'member', email_verified: verified = false, password_hash = '' } = value;
      if (await findUserByEmail(tx, email)) {
        problems.set(row, taken);
        continue;
      }
      const user = newMember(context, { tenantId, email, name, role, passwordHash: password_hash, verified });
      await insertUser(tx, user);
      await recordEvent(context, tx, {
        action: 'createAccount',
        actor: operatorActor(tenantId),
        target: userTarget(user),
        details: { role, imported: true },
      });
    }
    return problems;
  });

/**
 * Creates accounts from a file. Without `write` it only checks: the command sends the file a second time once all rows
 * are right, so that neither side keeps a large file in memory and the writer is never held for long.
 */
export const importUsers = operatorOperation({
  input: z.strictObject({
    organization: z.string().optional(),
    format: z.enum(importFormats),
    write: z.boolean(),
  }),
  async run(
    context,
    { organization, format, write },
    { emit, body }: OperatorCall<ImportedRow>,
  ): Promise<ImportResult> {
    const { db } = context;
    const tenant = await findOnlyOrganization(db.read, organization);
    const seen = new Set<string>();
    const result = { organization: tenant.name, valid: 0, invalid: 0, imported: 0 };
    let batch: { row: number; value: ImportRow }[] = [];

    const report = async (row: number, email: string, problem: string | undefined): Promise<void> => {
      if (problem === undefined) result.valid += 1;
      else result.invalid += 1;
      await emit({ row, email, ok: problem === undefined, ...(problem !== undefined && { problem }) });
    };
    const flush = async (): Promise<void> => {
      const problems = write ? await writeBatch(context, tenant.id, batch) : new Map<number, string>();
      if (write) result.imported += batch.length - problems.size;
      for (const { row, value } of batch) await report(row, value.email, problems.get(row));
      batch = [];
    };
    const problemOf = async (read: ReadRow): Promise<string | undefined> => {
      if ('problem' in read) return read.problem;
      if (seen.has(read.email)) return 'Appears twice in the file';
      seen.add(read.email);
      return !write && (await findUserByEmail(db.read, read.email)) ? taken : undefined;
    };

    for await (const read of readRows(format, body)) {
      const problem = await problemOf(read);
      if (problem === undefined && 'value' in read) batch.push({ row: read.row, value: read.value });
      else await report(read.row, read.email, problem);
      if (batch.length >= batchSize) await flush();
    }
    await flush();
    return result;
  },
});
