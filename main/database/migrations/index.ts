import type { Migration } from 'kysely/migration';
import { accountsAndTeams } from './001-accounts-and-teams.ts';
import { auditLog } from './002-audit-log.ts';
import { secondFactorAndApiKeys } from './003-second-factor-and-api-keys.ts';
import { settings } from './004-settings.ts';
import { hosting } from './005-hosting.ts';
import { linkDisclosures } from './006-link-disclosures.ts';
import { personalData } from './030-personal-data.ts';

/** All migrations by numbered name, oldest first. Never edit a released one. */
export const migrations: Record<string, Migration> = {
  '001-accounts-and-teams': accountsAndTeams,
  '002-audit-log': auditLog,
  '003-second-factor-and-api-keys': secondFactorAndApiKeys,
  '004-settings': settings,
  '005-hosting': hosting,
  '006-link-disclosures': linkDisclosures,
  '030-personal-data': personalData,
};
