import type { SystemContext } from '../../context.ts';
import type { SealedText } from '../../database/sealed-text.ts';
import { checkpointHolds, sealCheckpoint } from '../../security/audit-checkpoints.ts';
import { kidOf } from '../../security/keys.ts';
import {
  auditCheckpointsAfter,
  findAuditCheckpoint,
  saveAuditCheckpoint,
} from '../../store/audit-log/audit-checkpoints.ts';
import { auditHeadsAfter, findAuditHead, saveAuditHead } from '../../store/audit-log/audit-events.ts';
import type { SealedColumn } from '../../store/sealed-columns.ts';
import { replaceSealed, type SealedValue, sealedAfter } from '../../store/sealed-values.ts';
import { deletedTenantsAfter, resealDeletedTenant } from '../../store/team/deleted-tenants.ts';

/** Rows per transaction: few enough that other writes wait less than 50 ms. */
const pieceSize = 250;

/**
 * Seals the values of a column again. One that can't be opened stays as it is, and the key in use.
 * @returns how many were sealed again
 */
const resealColumn = async <Name extends SealedColumn>(
  { db, secretBox, log }: SystemContext,
  column: Name,
  kid: string,
): Promise<number> => {
  const again = ({ row }: SealedValue<Name>): SealedText<Name> | undefined => {
    try {
      return secretBox.seal(column, row, secretBox.open(column, row));
    } catch (error) {
      log.warn({ err: error, column }, 'a sealed value is damaged');
      return undefined;
    }
  };
  let count = 0;
  for (let after: string | number | undefined; ; ) {
    const values = await sealedAfter(db.read, column, kid, after, pieceSize);
    const last = values.at(-1);
    if (!last) return count;
    after = last.id;
    await db.transaction({}, async (tx) => {
      for (const value of values) {
        const sealed = again(value);
        if (sealed !== undefined && (await replaceSealed(tx, column, value, sealed))) count += 1;
      }
    });
  }
};

const resealHeads = async ({ db, audit }: SystemContext, kid: string): Promise<number> => {
  let count = 0;
  for (let after = ''; ; ) {
    const heads = await auditHeadsAfter(db.read, after, pieceSize);
    const last = heads.at(-1);
    if (!last) return count;
    after = last.tenant_id;
    const old = heads.filter(({ seal }) => kidOf(seal) === kid);
    if (old.length === 0) continue;
    await db.transaction({}, async (tx) => {
      for (const { tenant_id } of old) {
        // The log may have grown.
        const head = await findAuditHead(tx, tenant_id);
        if (!head || kidOf(head.seal) !== kid || !audit.headHolds(head)) continue;
        await saveAuditHead(tx, audit.sealHead(head));
        count += 1;
      }
    });
  }
};

const resealCheckpoints = async ({ db, audit }: SystemContext, kid: string): Promise<number> => {
  let count = 0;
  for (let after = ''; ; ) {
    const checkpoints = await auditCheckpointsAfter(db.read, after, pieceSize);
    const last = checkpoints.at(-1);
    if (!last) return count;
    after = last.tenant_id;
    const old = checkpoints.filter(({ seal }) => kidOf(seal) === kid);
    if (old.length === 0) continue;
    await db.transaction({}, async (tx) => {
      for (const { tenant_id } of old) {
        // The purge may have replaced it.
        const checkpoint = await findAuditCheckpoint(tx, tenant_id);
        if (!checkpoint || kidOf(checkpoint.seal) !== kid || !checkpointHolds(audit, checkpoint)) continue;
        await saveAuditCheckpoint(tx, sealCheckpoint(audit, checkpoint));
        count += 1;
      }
    });
  }
};

/** Seals the notes of deleted organizations again. */
export const resealDeletions = async ({ db, audit }: SystemContext, kid: string): Promise<void> => {
  for (let after = ''; ; ) {
    const notes = await deletedTenantsAfter(db.read, after, pieceSize);
    const last = notes.at(-1);
    if (!last) return;
    after = last.tenant_id;
    const old = notes.filter(
      ({ tenant_id, seal }) => kidOf(seal) === kid && audit.sealHolds('deletion', [tenant_id], seal),
    );
    if (old.length === 0) continue;
    await db.transaction({}, async (tx) => {
      for (const { tenant_id } of old) await resealDeletedTenant(tx, tenant_id, audit.seal('deletion', [tenant_id]));
    });
  }
};

/** Columns whose values last. Those of the others expire within a day. */
const kept = [
  'mails.sealed_secret',
  'second_factors.sealed_secret',
  'mail_server.sealed_password',
  'provider_settings.sealed_key',
] as const satisfies readonly SealedColumn[];

/**
 * Moves everything that was sealed with a key to the current one, in short transactions.
 * @returns how many values, and ends and beginnings of audit logs
 */
export const resealAll = async (context: SystemContext, kid: string): Promise<number> => {
  let count = (await resealHeads(context, kid)) + (await resealCheckpoints(context, kid));
  for (const column of kept) count += await resealColumn(context, column, kid);
  return count;
};
