import type { Queries } from '../database/schema.ts';
import {
  type AuditEventRow,
  auditEventsAfter,
  findAuditHead,
  hasAuditActionAfter,
  searchTexts,
} from '../store/audit-events.ts';
import { type AuditChain, beginning, createErasure, type Erasure } from './audit-chain.ts';

/** What a verification found. */
export interface AuditVerdict {
  valid: boolean;
  /** How many rows hold. */
  checked: number;
  /** The number of the first row that does not. */
  first_broken?: number;
}

const pageSize = 500;

/** A log begins with the sign-up that made its tenant: whoever deletes all of it cannot have it begin anew. */
const isBeginning = ({ sequence, action }: AuditEventRow): boolean => (sequence === 1) === (action === 'signup');

/** Erased parts by the account for which they were erased, until the row about its deletion has vouched for them. */
const createErasures = () => {
  const open = new Map<string, { erasure: Erasure; first: number }>();
  return {
    note(userId: string, sequence: number, part: 'actor' | 'target'): void {
      const entry = open.get(userId) ?? { erasure: createErasure(), first: sequence };
      entry.erasure.add(sequence, part);
      open.set(userId, entry);
    },
    /** Whether a deletion states exactly what was erased for it. */
    settle({ target_id, details }: AuditEventRow): boolean {
      const { erased, erased_digest } = (open.get(target_id)?.erasure ?? createErasure()).state();
      open.delete(target_id);
      const stated = JSON.parse(details ?? '{}');
      return stated.erased === erased && stated.erased_digest === erased_digest;
    },
    /** The first row with a part for whose erasure nothing vouches. */
    firstUnsettled: (): number | undefined =>
      open.size === 0 ? undefined : Math.min(...[...open.values()].map(({ first }) => first)),
  };
};
type Erasures = ReturnType<typeof createErasures>;

const partsHold = (chain: AuditChain, row: AuditEventRow, erasures: Erasures): boolean => {
  const { actor_erased_for, target_erased_for, sequence } = row;
  const texts = searchTexts(row);
  if (row.actor_text !== texts.actor_text || row.target_text !== texts.target_text) return false;
  if (actor_erased_for === null) {
    if (!chain.actorHolds(row)) return false;
  } else {
    if (row.actor_name !== null || row.ip_address !== null) return false;
    erasures.note(actor_erased_for, sequence, 'actor');
  }
  if (target_erased_for === null) return chain.targetHolds(row);
  erasures.note(target_erased_for, sequence, 'target');
  return row.target_label === null && row.details === null;
};

/** One pass over the rows as they stand, page by page. */
const pass = async (db: Queries, chain: AuditChain, tenantId: string, signal?: AbortSignal): Promise<AuditVerdict> => {
  const erasures = createErasures();
  let last = 0;
  let lastHash = beginning;
  const broken = (sequence: number): AuditVerdict => ({ valid: false, checked: last, first_broken: sequence });
  for (;;) {
    const rows = await auditEventsAfter(db, tenantId, last, pageSize);
    signal?.throwIfAborted();
    for (const row of rows) {
      const holds =
        row.sequence === last + 1 &&
        isBeginning(row) &&
        chain.linkHolds(row, lastHash) &&
        partsHold(chain, row, erasures) &&
        (row.action !== 'purgeAccount' || erasures.settle(row));
      if (!holds) return broken(last + 1);
      last = row.sequence;
      lastHash = row.hash;
    }
    if (rows.length > 0) continue;
    // Read after the rows: it is at least as new as they are.
    const head = await findAuditHead(db, tenantId);
    if (!head || !chain.headHolds(head)) return broken(last + 1);
    if (head.sequence === last) {
      if (head.hash !== lastHash) return broken(last);
      const unsettled = erasures.firstUnsettled();
      return unsettled === undefined ? { valid: true, checked: last } : broken(unsettled);
    }
    if (head.sequence < last) return broken(head.sequence + 1);
    const added = await auditEventsAfter(db, tenantId, last, 1);
    if (added.length === 0) return broken(last + 1);
  }
};

/**
 * Verifies a tenant's audit log from its first row to its sealed head, beside whatever is being written.
 * @throws the reason of `signal` once it is aborted.
 */
export const verifyAuditChain = async (
  db: Queries,
  chain: AuditChain,
  tenantId: string,
  signal?: AbortSignal,
): Promise<AuditVerdict> => {
  for (;;) {
    const before = (await findAuditHead(db, tenantId))?.sequence ?? 0;
    const verdict = await pass(db, chain, tenantId, signal);
    if (verdict.valid) return verdict;
    // An account that was deleted meanwhile was erased from rows that had been read already.
    if (!(await hasAuditActionAfter(db, tenantId, 'purgeAccount', before))) return verdict;
  }
};
