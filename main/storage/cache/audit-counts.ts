import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';
import { lastRemovedSequence } from '../store/audit/audit-checkpoints.ts';
import {
  type AuditFilter,
  type CountedEvents,
  countAuditEvents,
  lastAuditSequence,
} from '../store/audit/audit-events.ts';

/**
 * How many entries of an audit log match a filter. Logs grow at the end, so an earlier count is kept, and only newer entries
 * are counted again. It is dropped when texts of entries were erased, or the oldest entries removed.
 */
export interface AuditCounts {
  /** It counted the entries after the number `removed`, up to the log's last entry with the number `last`. */
  count(filter: AuditFilter): Promise<CountedEvents>;
}

interface Kept {
  position: number;
  total: number;
  last: number;
}

const kept = 1_000;

export const createAuditCounts = (db: Database): AuditCounts => {
  const counts = new LRUCache<string, Kept>({ max: kept });
  return {
    async count(filter) {
      const { tenantId, found, ...conditions } = filter;
      const { read } = db.scopedTo({ tenant: tenantId });
      const position = db.changes.position();
      const removed = await lastRemovedSequence(read, tenantId);
      const last = await lastAuditSequence(read, tenantId);
      // Entries are numbered without gaps.
      if (Object.values(conditions).every((value) => value === undefined || value === '')) {
        return { total: last - removed, removed, last };
      }
      if (found) {
        return { total: await countAuditEvents(read, filter, { after: 0, upTo: last, removed }), removed, last };
      }
      const { q, actor, target, workspace, actions, from, to } = conditions;
      const key = JSON.stringify([tenantId, q, actor, target, workspace, actions, from, to]);
      const known = counts.get(key);
      const base =
        known && db.changes.isCurrent('audit_erasures', tenantId, known.position) && known.last <= last
          ? known
          : { total: 0, last: 0 };
      const stretch = { after: base.last, upTo: last, removed };
      const added = base.last === last ? 0 : await countAuditEvents(read, filter, stretch);
      const total = base.total + added;
      counts.set(key, { position, total, last });
      return { total, removed, last };
    },
  };
};
