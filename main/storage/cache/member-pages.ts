import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';
import type { Listed } from '../store/paging.ts';
import { isDeep, listMembers, type MemberFilter, type MemberPage, type MemberRow } from '../store/team/members.ts';
import { type MemberCounts, withSearchMatches } from './member-counts.ts';

/** Cached pages of members, shared by all callers; kept until anything that they show is written. */
export interface MemberPages {
  /** @throws ForeignPageEnd */
  read(filter: MemberFilter, page: MemberPage): Promise<Listed<MemberRow>>;
}

interface Kept {
  position: number;
  rows: Promise<Listed<MemberRow>>;
}

/** Rows across all pages: a few megabytes. */
const rowsKept = 10_000;

export const createMemberPages = (db: Database, counts: MemberCounts): MemberPages => {
  const pages = new LRUCache<string, Kept>({ maxSize: rowsKept });
  return {
    read(filter, page) {
      // Take the position before the query, so that a write in between invalidates the result.
      const position = db.changes.position();
      const { tenantId, status, role, q } = filter;
      const { sort, order, limit, offset, after } = page;
      const key = JSON.stringify([tenantId, status, role, q, sort, order, limit, offset, after]);
      const known = pages.get(key);
      if (known && db.changes.isCurrent('member_pages', tenantId, known.position)) return known.rows;
      const rows = (async () => {
        const total = isDeep(page) ? await counts.count(filter) : undefined;
        return listMembers(db.scopedTo({ tenant: tenantId }).read, await withSearchMatches(db, filter), page, total);
      })();
      const kept = { position, rows };
      pages.set(key, kept, { size: limit });
      rows.catch(() => {
        if (pages.peek(key) === kept) pages.delete(key);
      });
      return rows;
    },
  };
};
