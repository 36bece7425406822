import type { Layer } from './layer.ts';

/** What everything in the service stands on. */
export const baseLayers: Readonly<Record<string, Layer>> = {
  'main/storage/store': {
    imports: [
      'main/storage/database/sql.ts',
      'main/storage/database/tables.ts',
      'main/storage/database/user-table.ts',
      'main/platform/due-time.ts',
      'main/platform/remaining-wait.ts',
      'main/platform/stored-shape.ts',
      'shared',
    ],
    types: ['main/storage/database'],
    packages: ['kysely', 'zod'],
  },
  'main/storage/database': { imports: ['main/platform', 'shared'], packages: ['kysely'] },
  // Leads from a handle to SQL (DECISION 0266).
  'main/storage/database/tables.ts': {
    imports: ['main/storage/database'],
    packages: ['kysely'],
    importedBy: ['e2e', 'main/storage/database', 'main/backup/copy-rows.ts', 'main/storage/store'],
  },
  'main/storage/database/engines/postgres': {
    imports: ['main/storage/database', 'main/platform', 'shared'],
    packages: ['kysely', 'pg'],
    node: true,
  },
  'main/storage/database/engines/sqlite': {
    imports: ['main/storage/database', 'main/platform', 'shared'],
    packages: ['kysely', 'lru-cache', 'sqlite3'],
    node: true,
  },
  'main/platform': {
    imports: ['package.json', 'shared'],
    packages: [
      '@opentelemetry/api',
      '@opentelemetry/exporter-trace-otlp-http',
      '@opentelemetry/resources',
      '@opentelemetry/sdk-trace',
      '@prometheus-io/client',
      'ipaddr.js',
      'mmdb-lib',
      'pino',
      'zod',
    ],
    node: true,
  },
};
