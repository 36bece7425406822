import type { AuditEventRow } from '../storage/store/audit/audit-events.ts';
import { detailsOf } from '../storage/store/stored-columns.ts';
import type { RemainingErasures } from '../storage/store/stored-shapes.ts';
import { createErasure, type Erasure } from './audit-chain.ts';

/** Erased parts by account, until that account's deletion row confirms them. */
export interface Erasures {
  note(userId: string, sequence: number, part: 'actor' | 'target'): void;
  /** Whether a deletion row records exactly the parts that were erased for its account. */
  settle(row: AuditEventRow): boolean;
  /** The first row with an erased part that no deletion row confirms. */
  firstUnsettled(): number | undefined;
}

/** @param remaining what to expect of accounts that also erased parts of removed entries */
export const createErasures = (remaining: RemainingErasures): Erasures => {
  const open = new Map<string, { erasure: Erasure; first: number }>();
  return {
    note(userId, sequence, part) {
      const entry = open.get(userId) ?? { erasure: createErasure(), first: sequence };
      entry.erasure.add(sequence, part);
      open.set(userId, entry);
    },
    settle(row) {
      const { target_id: userId } = row;
      const { erased, erased_digest } = (open.get(userId)?.erasure ?? createErasure()).state();
      open.delete(userId);
      const expected = Object.hasOwn(remaining, userId) ? remaining[userId] : detailsOf(row);
      return expected?.erased === erased && expected.erased_digest === erased_digest;
    },
    firstUnsettled: () => (open.size === 0 ? undefined : Math.min(...[...open.values()].map(({ first }) => first))),
  };
};
