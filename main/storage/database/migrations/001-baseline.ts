import { type Kysely, sql } from 'kysely';
import { accountStatements, databaseServerSessionStatements, embeddedSessionStatements } from './baseline/accounts.ts';
import { auditLogStatements } from './baseline/audit-log.ts';
import { hostingStatements } from './baseline/hosting.ts';
import { installationStatements } from './baseline/installation.ts';
import { mailStatements } from './baseline/mail.ts';
import { teamStatements } from './baseline/team.ts';
import type { OwnMigration } from './contraction.ts';

const shared = [
  ...accountStatements,
  ...teamStatements,
  ...mailStatements,
  ...auditLogStatements,
  ...hostingStatements,
  ...installationStatements,
  `insert into schema_support (id, oldest_migration) values (1, '001-baseline')`,
];

const run = async (db: Kysely<unknown>, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

/** Every table of 0.1.0, the first release. */
export const baseline: OwnMigration = {
  up: (db) => run(db, [...shared, ...embeddedSessionStatements]),
  onDatabaseServer: (db) => run(db, [...shared, ...databaseServerSessionStatements]),
};
