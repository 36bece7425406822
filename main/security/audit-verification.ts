import type { Queries } from '../database/schema.ts';
import {
  type AuditEventRow,
  auditEventsAfter,
  findAuditHead,
  hasAuditActionAfter,
  searchTexts,
} from '../store/audit-log/audit-events.ts';
import { detailsOf } from '../store/stored-columns.ts';
import { type AuditChain, beginning, createErasure, type Erasure } from './audit-chain.ts';

/** The result of a verification. */
export interface AuditVerdict {
  valid: boolean;
  /** The number of valid rows. */
  checked: number;
  /** The sequence number of the first invalid row. */
  first_broken?: number;
}

const pageSize = 500;

/**
 * A log must begin with the sign-up that created its tenant. Otherwise, deleting the whole log would allow a fresh
 * start.
 */
const isBeginning = ({ sequence, action }: AuditEventRow): boolean => (sequence === 1) === (action === 'signup');

/** Erased parts by account, until that account's deletion row confirms them. */
const createErasures = () => {
  const open = new Map<string, { erasure: Erasure; first: number }>();
  return {
    note(userId: string, sequence: number, part: 'actor' | 'target'): void {
      const entry = open.get(userId) ?? { erasure: createErasure(), first: sequence };
      entry.erasure.add(sequence, part);
      open.set(userId, entry);
    },
    /** Whether a deletion row records exactly the parts that were erased for its account. */
    settle(row: AuditEventRow): boolean {
      const { erased, erased_digest } = (open.get(row.target_id)?.erasure ?? createErasure()).state();
      open.delete(row.target_id);
      const stated = detailsOf(row);
      return stated.erased === erased && stated.erased_digest === erased_digest;
    },
    /** The first row with an erased part that no deletion row confirms. */
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

/** One pass over the current rows, page by page. */
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
    // Read the head after the rows, so that it is at least as new as they are.
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
 * Verifies a tenant's audit log from its first row to its sealed head, without blocking writers.
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
    // An account deleted during the pass was erased from rows that we had already read.
    if (!(await hasAuditActionAfter(db, tenantId, 'purgeAccount', before))) return verdict;
  }
};
