import type { Layer } from './layer.ts';

/** What everything in the service stands on. */
export const baseLayers: Readonly<Record<string, Layer>> = {
  'main/store': {
    imports: [
      'main/database/sql.ts',
      'main/database/tables.ts',
      'main/database/user-table.ts',
      'main/platform/due-time.ts',
      'main/platform/remaining-wait.ts',
      'main/platform/stored-shape.ts',
      'shared',
    ],
    types: ['main/database'],
    packages: ['kysely', 'zod'],
  },
  'main/database': { imports: ['main/platform', 'shared'], packages: ['kysely'] },
  // Leads from a handle to SQL (DECISION 0266).
  'main/database/tables.ts': {
    imports: ['main/database'],
    packages: ['kysely'],
    importedBy: ['e2e', 'main/database', 'main/backup/copy-rows.ts', 'main/store'],
  },
  'main/database/engines/postgres': {
    imports: ['main/database', 'main/platform', 'shared'],
    packages: ['kysely', 'pg'],
    node: true,
  },
  'main/database/engines/sqlite': {
    imports: ['main/database', 'main/platform', 'shared'],
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
      'pino',
      'zod',
    ],
    node: true,
  },
};
