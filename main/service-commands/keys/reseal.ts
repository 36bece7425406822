import { pagesAfter } from '../../platform/pages.ts';
import { checkpointHolds, sealCheckpoint } from '../../security/audit-checkpoints.ts';
import { kidOf } from '../../security/keys.ts';
import type { SystemContext } from '../../services/context.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import type { SealedText } from '../../storage/database/sealed-text.ts';
import {
  auditCheckpointsAfter,
  findAuditCheckpoint,
  saveAuditCheckpoint,
} from '../../storage/store/audit/audit-checkpoints.ts';
import { auditHeadsAfter, findAuditHead, saveAuditHead } from '../../storage/store/audit/audit-heads.ts';
import type { SealedColumn } from '../../storage/store/sealed-columns.ts';
import { replaceSealed, type SealedValue, sealedAfter } from '../../storage/store/sealed-values.ts';
import { deletedTenantsAfter, resealDeletedTenant } from '../../storage/store/team/deleted-tenants.ts';

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
  const pages = pagesAfter<SealedValue<Name>, string | number | undefined>(
    undefined,
    (after) => sealedAfter(db.read, column, kid, after, pieceSize),
    ({ id }) => id,
  );
  for await (const values of pages) {
    await db.transaction({}, async (tx) => {
      for (const value of values) {
        const sealed = again(value);
        if (sealed !== undefined && (await replaceSealed(tx, column, value, sealed))) count += 1;
      }
    });
  }
  return count;
};

interface Sealed {
  tenant_id: string;
  seal: string;
}

/**
 * Seals what a key has sealed again, unless it doesn't hold.
 * @param again returns whether it did
 * @returns how many
 */
const resealRows = async <Row extends Sealed>(
  { db }: SystemContext,
  kid: string,
  read: (after: string) => Promise<readonly Row[]>,
  again: (tx: WriteTransaction, row: Row) => Promise<boolean>,
): Promise<number> => {
  let count = 0;
  for await (const rows of pagesAfter('', read, ({ tenant_id }) => tenant_id)) {
    const old = rows.filter(({ seal }) => kidOf(seal) === kid);
    if (old.length === 0) continue;
    await db.transaction({}, async (tx) => {
      for (const row of old) if (await again(tx, row)) count += 1;
    });
  }
  return count;
};

const resealHeads = (context: SystemContext, kid: string): Promise<number> => {
  const { db, audit } = context;
  const read = (after: string) => auditHeadsAfter(db.read, after, pieceSize);
  return resealRows(context, kid, read, async (tx, { tenant_id }) => {
    // The log may have grown.
    const head = await findAuditHead(tx, tenant_id);
    if (!head || kidOf(head.seal) !== kid || !audit.headHolds(head)) return false;
    await saveAuditHead(tx, audit.sealHead(head));
    return true;
  });
};

const resealCheckpoints = (context: SystemContext, kid: string): Promise<number> => {
  const { db, audit } = context;
  const read = (after: string) => auditCheckpointsAfter(db.read, after, pieceSize);
  return resealRows(context, kid, read, async (tx, { tenant_id }) => {
    // The purge may have replaced it.
    const checkpoint = await findAuditCheckpoint(tx, tenant_id);
    if (!checkpoint || kidOf(checkpoint.seal) !== kid || !checkpointHolds(audit, checkpoint)) return false;
    await saveAuditCheckpoint(tx, sealCheckpoint(audit, checkpoint));
    return true;
  });
};

/** Seals the notes of deleted organizations again. @returns how many */
export const resealDeletions = (context: SystemContext, kid: string): Promise<number> => {
  const { db, audit } = context;
  const read = (after: string) => deletedTenantsAfter(db.read, after, pieceSize);
  return resealRows(context, kid, read, async (tx, { tenant_id, seal }) => {
    if (!audit.sealHolds('deletion', [tenant_id], seal)) return false;
    await resealDeletedTenant(tx, tenant_id, audit.seal('deletion', [tenant_id]));
    return true;
  });
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
