import type { Migration } from 'kysely/migration';
import { accountsAndTeams } from './001-accounts-and-teams.ts';

/** Every migration by its numbered name, oldest first. A released one is never edited. */
export const migrations: Record<string, Migration> = {
  '001-accounts-and-teams': accountsAndTeams,
};
