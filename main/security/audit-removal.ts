import { setImmediate } from 'node:timers/promises';
import { rowsAfter } from '../platform/pages.ts';
import type { Queries } from '../storage/database/schema.ts';
import { type AuditTrailRow, auditTrailAfter } from '../storage/store/audit/audit-checkpoints.ts';
import type { RemainingErasures } from '../storage/store/stored-shapes.ts';
import { createErasure, type Erasure } from './audit-chain.ts';
import type { LogStart } from './audit-checkpoints.ts';

/** How much of a log goes. */
export interface Removal {
  /** The last entry that goes. */
  readonly sequence: number;
  readonly hash: string;
  /** What verification has to expect of accounts that erased parts of what goes. */
  readonly erasures: RemainingErasures;
}

const pageSize = 500;

/** Rows in order, a page at a time. Other work gets the event loop between pages. */
const trailAfter = (db: Queries, tenantId: string, start: number, signal: AbortSignal | undefined) =>
  rowsAfter(
    start,
    async (after) => {
      await setImmediate();
      const rows = await auditTrailAfter(db, tenantId, after, pageSize);
      signal?.throwIfAborted();
      return rows;
    },
    ({ sequence }) => sequence,
  );

/** Accounts with erased parts whose deletion row doesn't go with them. */
const noteErasures = (open: Set<string>, row: AuditTrailRow): void => {
  if (row.action === 'purgeAccount') open.delete(row.target_id);
  for (const userId of [row.actor_erased_for, row.target_erased_for]) if (userId !== null) open.add(userId);
};

/** What accounts have erased after an entry. */
const erasuresAfter = async (
  rows: AsyncIterable<AuditTrailRow>,
  users: ReadonlySet<string>,
): Promise<RemainingErasures> => {
  const waiting = new Map<string, Erasure>([...users].map((userId) => [userId, createErasure()]));
  const found: RemainingErasures = {};
  for await (const row of rows) {
    const { sequence, action, target_id, actor_erased_for, target_erased_for } = row;
    if (actor_erased_for !== null) waiting.get(actor_erased_for)?.add(sequence, 'actor');
    if (target_erased_for !== null) waiting.get(target_erased_for)?.add(sequence, 'target');
    const erasure = action === 'purgeAccount' ? waiting.get(target_id) : undefined;
    if (!erasure) continue;
    found[target_id] = erasure.state();
    waiting.delete(target_id);
    if (waiting.size === 0) break;
  }
  return found;
};

/**
 * The entries at the beginning of a log that are older than `cutoff`. It ends at the first that isn't, whatever follows. A
 * date in the future comes from a wrong clock, and keeps nothing.
 * @returns undefined if nothing goes
 */
export const planRemoval = async (
  db: Queries,
  tenantId: string,
  start: LogStart,
  { cutoff, now }: { cutoff: number; now: number },
  signal?: AbortSignal,
): Promise<Removal | undefined> => {
  const open = new Set(Object.keys(start.erasures));
  let last: AuditTrailRow | undefined;
  for await (const row of trailAfter(db, tenantId, start.sequence, signal)) {
    if (row.at >= cutoff && row.at <= now) break;
    noteErasures(open, row);
    last = row;
  }
  if (!last) return undefined;
  const { sequence, hash } = last;
  const erasures = open.size === 0 ? {} : await erasuresAfter(trailAfter(db, tenantId, sequence, signal), open);
  return { sequence, hash, erasures };
};
