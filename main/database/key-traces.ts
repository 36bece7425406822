/** What was written with a key before databases knew which keys they belong to. */
export interface SealedSample {
  purpose: 'second-factor' | 'mail-server' | 'provider' | 'outbox';
  sealed: string;
}

/** What tells which keys a database belongs to. */
export interface KeyTraces {
  /** Undefined before the first start of a version that writes it. */
  installation: { installationId: string; fingerprint: string } | undefined;
  hasTenants: boolean;
  /** Read only if the installation is unknown. */
  heads: { tenant_id: string; sequence: number; hash: string; seal: string }[];
  secrets: SealedSample[];
}

const samplesOfEach = 10;

const sealedColumns: readonly [table: string, column: string, purpose: SealedSample['purpose']][] = [
  ['second_factors', 'sealed_secret', 'second-factor'],
  ['mail_server', 'sealed_password', 'mail-server'],
  ['provider_settings', 'sealed_key', 'provider'],
  ['mails', 'sealed_secret', 'outbox'],
];

/** A database before it is opened. */
export interface UnopenedDatabase {
  /** Names of its tables. */
  readonly tables: ReadonlySet<string>;
  select(sql: string): Promise<Record<string, unknown>[]>;
}

/** Reads them from a database of any version, whose tables may not all exist yet. */
export const readKeyTraces = async ({ tables, select }: UnopenedDatabase): Promise<KeyTraces> => {
  const read = async (table: string, sql: string) => (tables.has(table) ? select(sql) : []);

  const [row] = await read('installation', 'select installation_id, fingerprint from installation');
  const installation = row && {
    installationId: String(row.installation_id),
    fingerprint: String(row.fingerprint),
  };
  const hasTenants = (await read('tenants', 'select 1 from tenants limit 1')).length > 0;
  if (installation) return { installation, hasTenants, heads: [], secrets: [] };

  const heads = await read(
    'audit_heads',
    `select tenant_id, sequence, hash, seal from audit_heads limit ${samplesOfEach}`,
  );
  const secrets: SealedSample[] = [];
  for (const [table, column, purpose] of sealedColumns) {
    const sql = `select ${column} as sealed from ${table} where ${column} is not null limit ${samplesOfEach}`;
    for (const { sealed } of await read(table, sql)) secrets.push({ purpose, sealed: String(sealed) });
  }
  return {
    installation,
    hasTenants,
    heads: heads.map(({ tenant_id, sequence, hash, seal }) => ({
      tenant_id: String(tenant_id),
      sequence: Number(sequence),
      hash: String(hash),
      seal: String(seal),
    })),
    secrets,
  };
};
