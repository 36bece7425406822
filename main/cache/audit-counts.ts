import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';
import { type AuditFilter, countAuditEvents, lastAuditSequence } from '../store/audit-log/audit-events.ts';

/**
 * How many entries of an audit log match a filter. Logs only grow, so an earlier count is kept, and only newer entries are
 * counted again. It is dropped when texts of entries were erased.
 */
export interface AuditCounts {
  /** `last` is the sequence number of the log's last entry, up to which it counted. */
  count(filter: AuditFilter): Promise<{ total: number; last: number }>;
}

interface Kept {
  version: number;
  total: number;
  last: number;
}

const kept = 1_000;

export const createAuditCounts = (db: Database): AuditCounts => {
  const counts = new LRUCache<string, Kept>({ max: kept });
  return {
    async count(filter) {
      const { tenantId, q, actor, target, actions, from, to, found } = filter;
      const { read } = db.scopedTo({ tenant: tenantId });
      const version = db.changes.version('audit_erasures');
      const last = await lastAuditSequence(read, tenantId);
      // Entries are numbered without gaps.
      if ([q, actor, target, actions, from, to].every((value) => value === undefined || value === '')) {
        return { total: last, last };
      }
      if (found) return { total: await countAuditEvents(read, filter, { after: 0, upTo: last }), last };
      const key = JSON.stringify([tenantId, q, actor, target, actions, from, to]);
      const known = counts.get(key);
      const base = known?.version === version && known.last <= last ? known : { total: 0, last: 0 };
      const stretch = { after: base.last, upTo: last };
      const added = base.last === last ? 0 : await countAuditEvents(read, filter, stretch);
      const total = base.total + added;
      counts.set(key, { version, total, last });
      return { total, last };
    },
  };
};
