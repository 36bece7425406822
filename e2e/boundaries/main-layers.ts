import { baseLayers } from './base-layers.ts';
import type { Layer } from './layer.ts';

/** What the service is put together from. */
const parts = [
  'main/backup',
  'main/cache',
  'main/database',
  'main/doctor',
  'main/jobs',
  'main/live',
  'main/mail',
  'main/operator',
  'main/platform',
  'main/provider',
  'main/security',
  'main/store',
  'main/transport',
  'shared',
];

/** The layers that handlers and their helpers stand on. */
const belowServices: Layer = {
  imports: ['main/mail', 'main/platform', 'main/provider', 'main/security', 'main/store', 'shared'],
  types: ['main/context.ts', 'main/database', 'main/services/handler.ts'],
  packages: ['ipaddr.js', 'papaparse', 'zod'],
};

/** The service, and the desktop app around it. */
export const mainLayers: Readonly<Record<string, Layer>> = {
  'main/cli.ts': {
    imports: ['main/commands', 'main/node-version.mjs', 'main/platform/gate', 'main/platform/heap.ts'],
    node: true,
  },
  'main/commands': {
    imports: [
      'main/app.ts',
      'main/compose.ts',
      'main/config.ts',
      'main/database-place.ts',
      'main/database-server.ts',
      'main/move',
      'main/reload.ts',
      'main/setting-schemas.ts',
      'main/settings.ts',
      'main/services/audit-log/accept-audit-log.ts',
      'main/services/identity/record-restore.ts',
      'main/unknown-variables.ts',
      ...parts,
    ],
    types: ['main/context.ts'],
    node: true,
  },
  'main/index.ts': {
    imports: ['main/commands', 'main/desktop', 'main/platform', 'shared'],
    packages: ['electron'],
    node: true,
  },
  'main/desktop': {
    imports: [
      'main/app.ts',
      'main/config.ts',
      'main/mail',
      'main/platform',
      'main/settings.ts',
      'main/store',
      'shared',
    ],
    types: ['main/backup', 'main/context.ts'],
    packages: ['electron', 'fastify', 'fflate', 'pino', 'zod'],
    node: true,
  },
  'main/app.ts': {
    imports: [
      'main/compose.ts',
      'main/database',
      'main/database-server.ts',
      'main/jobs',
      'main/operator',
      'main/platform',
      'main/service-metrics.ts',
      'main/transport',
      'shared',
    ],
    types: ['main/config.ts', 'main/context.ts'],
    packages: ['fastify'],
    node: true,
  },
  'main/compose.ts': {
    imports: [...parts, 'main/open-installation.ts', 'main/shared-sandboxes.ts'],
    types: ['main/config.ts', 'main/context.ts', 'main/service-metrics.ts'],
    node: true,
  },
  'main/open-installation.ts': {
    imports: ['main/database', 'main/platform', 'main/security', 'main/store'],
    types: ['main/database-server.ts'],
  },
  'main/shared-sandboxes.ts': { imports: ['main/provider', 'main/store'], types: ['main/database'] },
  'main/database-place.ts': {
    imports: ['main/database'],
    types: ['main/database-server.ts', 'main/platform'],
  },
  'main/database-server.ts': { imports: ['main/platform'] },
  'main/config.ts': {
    imports: ['main/database-server.ts', 'main/platform', 'main/setting-schemas.ts', 'main/settings.ts', 'shared'],
    packages: ['zod'],
    node: true,
  },
  'main/settings.ts': { imports: ['main/setting-schemas.ts', 'shared'], packages: ['zod'], node: true },
  'main/setting-schemas.ts': { imports: ['shared'], packages: ['ipaddr.js', 'zod'] },
  'main/service-metrics.ts': {
    imports: ['main/platform', 'main/store', 'shared'],
    types: ['main/context.ts', 'main/jobs', 'main/live'],
  },
  'main/reload.ts': {
    imports: ['main/platform'],
    types: ['main/config.ts', 'main/context.ts'],
    node: true,
  },
  'main/unknown-variables.ts': { imports: ['main/settings.ts'] },
  'main/context.ts': {
    imports: ['shared'],
    types: [
      'main/backup',
      'main/cache',
      'main/config.ts',
      'main/database',
      'main/mail',
      'main/platform',
      'main/provider',
      'main/security',
      'main/store',
    ],
  },
  'main/node-version.mjs': { imports: [], node: true },
  'main/node-version.d.mts': { imports: [] },
  'main/types': { imports: [] },

  'main/transport': {
    imports: [
      'main/platform',
      'main/security',
      'main/services/calls.ts',
      'main/services/handler.ts',
      'main/services/index.ts',
      'shared',
    ],
    types: ['main/context.ts', 'main/live'],
    packages: ['@fastify', '@trpc/server', 'fastify', 'ipaddr.js', 'lru-cache', 'zod', 'zod-openapi'],
    node: true,
  },
  'main/jobs': {
    imports: [
      'main/platform',
      'main/security',
      'main/services/audit-log',
      'main/services/hosting',
      'main/services/identity',
      'main/services/welcome/sample',
      'main/store',
      'shared',
    ],
    types: ['main/context.ts', 'main/database', 'main/services/handler.ts'],
  },
  'main/live': {
    imports: ['main/platform', 'shared'],
    types: ['main/context.ts', 'main/database', 'main/security'],
    packages: ['lru-cache'],
  },
  // What is wrong with an installation, as the service or a command sees it. It only reads.
  'main/doctor': {
    imports: [
      'main/backup',
      'main/database',
      'main/database-place.ts',
      'main/jobs',
      'main/mail',
      'main/platform',
      'main/provider/emulator',
      'main/security',
      'main/store',
      'main/unknown-variables.ts',
      'shared',
    ],
    types: ['main/config.ts', 'main/context.ts', 'main/database-server.ts'],
    packages: ['zod'],
    node: true,
  },
  // What the operator of the server does, past the contract and its guard.
  'main/operator': {
    imports: [
      'main/doctor',
      'main/jobs',
      'main/mail',
      'main/platform',
      'main/security',
      'main/services/audit-log',
      'main/services/identity',
      'main/services/profile/person-data.ts',
      'main/services/sessions/present-started-session.ts',
      'main/services/team/change-member-role.ts',
      'main/services/team/end-membership.ts',
      'main/services/team/hand-over.ts',
      'main/store',
      'shared',
    ],
    types: ['main/config.ts', 'main/context.ts', 'main/database'],
    packages: ['papaparse', 'zod'],
    node: true,
  },
  'main/services/index.ts': { imports: ['main/services'] },
  'main/services/handler.ts': {
    imports: ['shared'],
    types: ['main/context.ts', 'main/database', 'main/security', 'main/store'],
  },
  'main/services/calls.ts': {
    imports: ['main/security', 'main/services/identity', 'main/store', 'shared'],
    types: ['main/context.ts', 'main/database', 'main/services/handler.ts'],
  },
  // The only way around the transactions of a call.
  'main/services/system-transaction.ts': {
    ...belowServices,
    imports: [...belowServices.imports, 'main/database/database.ts'],
  },
  'main/services/presenters.ts': belowServices,
  'main/services/audit-log': {
    ...belowServices,
    imports: [...belowServices.imports, 'main/services/system-transaction.ts'],
  },
  'main/services/identity': {
    ...belowServices,
    imports: [...belowServices.imports, 'main/services/audit-log', 'main/services/system-transaction.ts'],
  },
  'main/services/*': {
    ...belowServices,
    imports: [
      ...belowServices.imports,
      'main/services/audit-log',
      'main/services/identity',
      'main/services/presenters.ts',
      'main/services/system-transaction.ts',
    ],
  },
  // Writes a history as the operations of the other features would have.
  'main/services/welcome': {
    ...belowServices,
    imports: [
      ...belowServices.imports,
      'main/services/audit-log',
      'main/services/hosting',
      'main/services/identity',
      'main/services/system-transaction.ts',
    ],
  },
  'main/mail': {
    imports: ['main/platform', 'main/store', 'shared'],
    types: ['main/config.ts', 'main/context.ts', 'main/database', 'main/security'],
    packages: ['nodemailer'],
  },
  'main/provider': { imports: ['main/platform', 'shared'], packages: ['ipaddr.js', 'zod'], node: true },
  // Creates clients: the only file of the provider's that knows settings, the secret box and the emulator.
  'main/provider/connections.ts': {
    imports: ['main/platform', 'main/provider', 'shared'],
    types: ['main/security', 'main/store'],
  },
  'main/provider/emulator': { imports: ['main/platform', 'main/provider', 'shared'], packages: ['zod'], node: true },
  'main/security': {
    imports: ['main/platform', 'main/store', 'shared'],
    types: ['main/database', 'main/security/audit-worker.ts'],
    packages: [
      '@levischuck/tiny-cbor',
      '@simplewebauthn/server',
      '@zxcvbn-ts/core',
      '@zxcvbn-ts/language-common',
      '@zxcvbn-ts/language-en',
      'bcryptjs',
      'bowser',
      'ipaddr.js',
      'jose',
      'lru-cache',
      'otpauth',
      'piscina',
      'zod',
    ],
    node: true,
  },
  // A thread of its own, which opens the database file on its own.
  'main/security/audit-worker.ts': {
    imports: ['main/database', 'main/platform/gate', 'main/security'],
    packages: ['lru-cache'],
  },
  'main/cache': { imports: ['main/store'], types: ['main/database'], packages: ['lru-cache'] },
  'main/move': {
    imports: [
      'main/backup',
      'main/database',
      'main/database-place.ts',
      'main/open-installation.ts',
      'main/platform',
      'main/provider/emulator',
      'main/security',
      'main/store',
    ],
    types: ['main/database-server.ts'],
    packages: ['kysely'],
    node: true,
  },
  'main/backup': {
    imports: ['main/database', 'main/move/copy-server.ts', 'main/platform', 'main/security', 'main/store', 'shared'],
    types: ['main/database-server.ts'],
    packages: ['tar', 'zod'],
    node: true,
  },
  ...baseLayers,
};
