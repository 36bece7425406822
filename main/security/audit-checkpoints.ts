import type { Queries } from '../storage/database/schema.ts';
import { type AuditCheckpointRow, findAuditCheckpoint } from '../storage/store/audit/audit-checkpoints.ts';
import { auditEventHash } from '../storage/store/audit/audit-events.ts';
import { remainingErasuresOf } from '../storage/store/stored-columns.ts';
import type { RemainingErasures } from '../storage/store/stored-shapes.ts';
import { type AuditChain, noPreviousHash } from './audit-chain.ts';

type Unsealed = Omit<AuditCheckpointRow, 'seal'>;

const sealedFields = ({ tenant_id, sequence, hash, retention_days, created_at, erasures }: Unsealed) => [
  tenant_id,
  sequence,
  hash,
  retention_days,
  created_at,
  erasures,
];

/**
 * DECISION 0174: states where a log begins after its oldest entries were removed. Its hash is that of the last one, which
 * covers all others, and only someone with a key in use can write its seal.
 */
export const sealCheckpoint = (chain: AuditChain, checkpoint: Unsealed): AuditCheckpointRow => ({
  ...checkpoint,
  seal: chain.seal('checkpoint', sealedFields(checkpoint)),
});

export const checkpointHolds = (chain: AuditChain, checkpoint: AuditCheckpointRow): boolean =>
  chain.sealHolds('checkpoint', sealedFields(checkpoint), checkpoint.seal);

/** Where a log begins: after this entry, at 0 if nothing was removed. */
export interface LogStart {
  readonly sequence: number;
  readonly hash: string;
  /** What accounts have erased after it, if some of what they erased was before it. */
  readonly erasures: RemainingErasures;
  /** Changes when the log begins elsewhere. */
  readonly version: string;
}

const wholeLog: LogStart = { sequence: 0, hash: noPreviousHash, erasures: {}, version: '' };

/** Where a tenant's log begins, or undefined if its checkpoint was tampered with. */
export const findLogStart = async (db: Queries, chain: AuditChain, tenantId: string): Promise<LogStart | undefined> => {
  const checkpoint = await findAuditCheckpoint(db, tenantId);
  if (!checkpoint) return wholeLog;
  if (!checkpointHolds(chain, checkpoint)) return undefined;
  const { sequence, hash, seal } = checkpoint;
  return { sequence, hash, erasures: remainingErasuresOf(checkpoint), version: seal };
};

/** Whether a log still has an entry that it once had, or removed it at the end of its retention period. */
export const hasEntry = async (
  db: Queries,
  chain: AuditChain,
  tenantId: string,
  { sequence, hash }: { sequence: number; hash: string },
): Promise<boolean> => {
  if ((await auditEventHash(db, tenantId, sequence)) === hash) return true;
  const start = await findLogStart(db, chain, tenantId);
  return start !== undefined && (sequence < start.sequence || (sequence === start.sequence && hash === start.hash));
};
