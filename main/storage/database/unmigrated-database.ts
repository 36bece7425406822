/**
 * A database whose schema may be that of another version. Queries of the store may fail on it. All statements for it are in
 * this file: every schema from 0.1.0 on has what they read (DECISION 0252).
 */
export interface UnmigratedDatabase {
  /** Names of its tables, without those that the engine keeps for itself. */
  readonly tables: ReadonlySet<string>;
  select(sql: string): Promise<Record<string, unknown>[]>;
}

/** What tells which keys a database belongs to. */
export interface KeyTraces {
  /** Undefined before the first start. */
  installation: { installationId: string; fingerprint: string } | undefined;
  hasTenants: boolean;
}

/** What a backup's manifest says about its database. */
export interface DatabaseFacts {
  /** The last migration. */
  schema: string;
  /** The number of rows of every table, by name. */
  tables: Record<string, number>;
  /** The last row of each audit log. */
  audit_heads: { tenant_id: string; sequence: number; hash: string }[];
}

/** Names of the migrations already applied. Empty for a new database. */
export const appliedMigrations = async ({ tables, select }: UnmigratedDatabase): Promise<string[]> => {
  if (!tables.has('kysely_migration')) return [];
  const rows = await select('select name from kysely_migration order by name');
  return rows.map((row) => String(row.name));
};

/** Whether a database that a newer version has migrated still works for one that knows these migrations. */
export const supports = async (
  { tables, select }: UnmigratedDatabase,
  known: Record<string, unknown>,
): Promise<boolean> => {
  if (!tables.has('schema_support')) return false;
  const [row] = await select('select oldest_migration from schema_support');
  return row !== undefined && String(row.oldest_migration) in known;
};

export const readKeyTraces = async ({ tables, select }: UnmigratedDatabase): Promise<KeyTraces> => {
  if (!tables.has('installation')) return { installation: undefined, hasTenants: false };
  const [row] = await select('select installation_id, fingerprint from installation');
  return {
    installation: row && { installationId: String(row.installation_id), fingerprint: String(row.fingerprint) },
    hasTenants: (await select('select 1 from tenants limit 1')).length > 0,
  };
};

/** Tables of an index of texts. What they hold follows from other tables. */
const isDerived = (table: string): boolean => /_search(_[a-z]+)?$/.test(table);

export const readDatabaseFacts = async (database: UnmigratedDatabase): Promise<DatabaseFacts> => {
  const { tables, select } = database;
  const counts: Record<string, number> = {};
  for (const name of [...tables].filter((table) => !isDerived(table)).sort()) {
    const [row] = await select(`select count(*) as count from "${name.replaceAll('"', '""')}"`);
    counts[name] = Number(row?.count);
  }
  const heads = await select('select tenant_id, sequence, hash from audit_heads order by tenant_id');
  return {
    schema: (await appliedMigrations(database)).at(-1) ?? '',
    tables: counts,
    audit_heads: heads.map(({ tenant_id, sequence, hash }) => ({
      tenant_id: String(tenant_id),
      sequence: Number(sequence),
      hash: String(hash),
    })),
  };
};
