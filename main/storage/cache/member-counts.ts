import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';
import { countMembers, type MemberFilter } from '../store/team/members.ts';

/** How many members match a filter; cached until a member joins, leaves or changes. */
export interface MemberCounts {
  count(filter: MemberFilter): Promise<number>;
}

const kept = 1_000;

/** With the members whom an index finds for the text of the filter. */
export const withSearchMatches = async (db: Pick<Database, 'search'>, filter: MemberFilter): Promise<MemberFilter> =>
  filter.q ? { ...filter, found: await db.search('users', filter.tenantId, filter.q) } : filter;

export const createMemberCounts = (db: Database): MemberCounts => {
  const counts = new LRUCache<string, { position: number; total: number }>({ max: kept });
  return {
    async count(filter) {
      const position = db.changes.position();
      const key = JSON.stringify([filter.tenantId, filter.status, filter.role, filter.q]);
      const known = counts.get(key);
      if (known && db.changes.isCurrent('members', filter.tenantId, known.position)) return known.total;
      const total = await countMembers(
        db.scopedTo({ tenant: filter.tenantId }).read,
        await withSearchMatches(db, filter),
      );
      counts.set(key, { position, total });
      return total;
    },
  };
};
