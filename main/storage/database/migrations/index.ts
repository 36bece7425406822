import { baseline } from './001-baseline.ts';
import { authority } from './002-authority.ts';
import type { OwnMigration } from './contraction.ts';

/**
 * All migrations by numbered name, oldest first. After adding one, run `npm run record-schema`. Never edit a released one.
 * One that takes away what an earlier version uses must be a `contraction`.
 */
export const migrations: Record<string, OwnMigration> = {
  '001-baseline': baseline,
  '002-authority': authority,
};
