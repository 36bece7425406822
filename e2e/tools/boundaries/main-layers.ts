import { baseLayers } from './base-layers.ts';
import type { Layer } from './layer.ts';
import { serviceLayers } from './service-layers.ts';

/** What the service is put together from. */
const parts = [
  'main/backup',
  'main/storage/cache',
  'main/storage/database',
  'main/jobs',
  'main/live',
  'main/mail',
  'main/forward-auth',
  'main/oauth',
  'main/service-commands',
  'main/platform',
  'main/provider',
  'main/security',
  'main/storage/store',
  'main/transport',
  'main/webhooks',
  'shared',
];

/** The service, and the desktop app around it. */
export const mainLayers: Readonly<Record<string, Layer>> = {
  'main/cli.ts': {
    imports: ['main/cli', 'main/platform/node-version.mjs', 'main/platform/gate', 'main/platform/heap.ts'],
    node: true,
  },
  'main/cli': {
    imports: [
      'main/app',
      'main/client',
      'main/config',
      'main/storage/database/database-place.ts',
      'main/services/recording/accept-audit-log.ts',
      'main/services/identity/record-restore.ts',
      ...parts,
    ],
    types: ['main/services/context.ts'],
    packages: ['zod'],
    node: true,
  },
  'main/index.ts': { imports: ['main/desktop/start.ts', 'main/platform/gate'] },
  'main/desktop/start.ts': {
    imports: ['main/cli', 'main/desktop', 'main/platform', 'shared'],
    packages: ['electron'],
    node: true,
  },
  'main/desktop': {
    imports: ['main/app', 'main/config', 'main/mail', 'main/platform', 'main/storage/store', 'shared'],
    types: ['main/backup', 'main/services/context.ts'],
    packages: ['electron', 'fastify', 'fflate', 'pino', 'zod'],
    node: true,
  },
  // Puts everything together, so nothing below may know it.
  'main/app': {
    imports: [...parts, 'main/config'],
    types: ['main/services/context.ts'],
    packages: ['fastify'],
    node: true,
  },
  // Imports nothing of the service but what settings are checked with: almost everything reads it.
  'main/config': { imports: ['main/platform', 'shared'], packages: ['ipaddr.js', 'zod'], node: true },
  'main/security/open-installation.ts': {
    imports: ['main/storage/database', 'main/platform', 'main/security', 'main/storage/store'],
    types: ['main/config'],
  },
  'main/storage/database/database-place.ts': {
    imports: ['main/storage/database'],
    types: ['main/config', 'main/platform'],
  },
  'main/services/context.ts': {
    imports: ['shared'],
    types: [
      'main/backup',
      'main/storage/cache',
      'main/config',
      'main/storage/database',
      'main/mail',
      'main/platform',
      'main/provider',
      'main/security',
      'main/storage/store',
      'main/webhooks',
    ],
  },
  'main/platform/node-version.mjs': { imports: [], node: true },
  'main/types': { imports: [] },

  // Loaded only by installations with applications.
  'main/oauth': {
    imports: ['main/platform', 'main/security', 'main/services/recording', 'main/storage/store', 'shared'],
    types: ['main/services/context.ts', 'main/services/handler.ts', 'main/storage/database'],
    packages: ['oidc-provider'],
    node: true,
  },
  // Who may open what behind a reverse proxy.
  'main/forward-auth': {
    imports: ['main/platform', 'main/security', 'main/services/recording', 'main/storage/store', 'shared'],
    types: ['main/services/context.ts', 'main/services/handler.ts', 'main/storage/database'],
    packages: ['lru-cache'],
    node: true,
  },
  'main/transport': {
    imports: [
      'main/forward-auth',
      'main/oauth',
      'main/platform',
      'main/security',
      'main/services/calls.ts',
      'main/services/handler.ts',
      'main/services/identity/captcha.ts',
      'main/services/identity/hide-people.ts',
      'main/services/identity/sign-out.ts',
      'main/services/index.ts',
      'shared',
    ],
    types: ['main/services/context.ts', 'main/live'],
    packages: ['@fastify', '@trpc/server', 'fastify', 'ipaddr.js', 'lru-cache', 'zod', 'zod-openapi'],
    node: true,
  },
  'main/jobs': {
    imports: [
      'main/platform',
      'main/security',
      'main/services/events',
      'main/services/recording',
      'main/services/hosting',
      'main/services/identity',
      'main/services/welcome/sample',
      'main/storage/store',
      'main/webhooks',
      'shared',
    ],
    types: ['main/services/context.ts', 'main/storage/database', 'main/services/handler.ts'],
  },
  // Becomes a package of its own, so it knows nothing of the service.
  'main/client': {
    imports: ['shared/contract/http-names.ts'],
    packages: ['openapi-fetch'],
  },
  // What only Node has.
  'main/client/file-lock.ts': { imports: ['main/client'], node: true },
  'main/client/file-store.ts': { imports: ['main/client', 'main/platform/private-file.ts'], node: true },
  // What other programs are sent. It knows no operation.
  'main/webhooks': {
    imports: ['main/platform', 'shared'],
    types: ['main/storage/database'],
    typePackages: ['zod'],
    node: true,
  },
  'main/live': {
    imports: ['main/platform', 'shared'],
    types: ['main/services/context.ts', 'main/storage/database', 'main/security'],
    packages: ['lru-cache'],
  },
  // What is wrong with an installation, as the service or a command sees it. It only reads.
  'main/service-commands/doctor': {
    imports: [
      'main/backup',
      'main/storage/database',
      'main/storage/database/database-place.ts',
      'main/jobs',
      'main/mail',
      'main/platform',
      'main/provider/emulator',
      'main/security',
      'main/storage/store',
      'main/config',
      'shared',
    ],
    types: ['main/config', 'main/services/context.ts'],
    packages: ['zod'],
    node: true,
  },
  // What the operator of the server does, past the contract and its guard.
  'main/service-commands': {
    imports: [
      'main/service-commands/doctor',
      'main/jobs',
      'main/mail',
      'main/platform',
      'main/security',
      'main/services/recording',
      'main/services/identity',
      'main/services/profile/person-data.ts',
      'main/services/sessions/present-started-session.ts',
      'main/services/team/change-member-role.ts',
      'main/services/team/end-membership.ts',
      'main/services/team/hand-over.ts',
      'main/storage/store',
      'shared',
    ],
    types: ['main/config', 'main/services/context.ts', 'main/storage/database'],
    packages: ['papaparse', 'zod'],
    node: true,
  },
  ...serviceLayers,
  'main/mail': {
    imports: ['main/platform', 'main/storage/store', 'shared'],
    types: ['main/config', 'main/storage/database', 'main/security'],
    packages: ['nodemailer'],
  },
  'main/provider': { imports: ['main/platform', 'shared'], packages: ['ipaddr.js', 'zod'], node: true },
  // Creates clients: the only file of the provider's that knows settings, the secret box and the emulator.
  'main/provider/connections.ts': {
    imports: ['main/platform', 'main/provider', 'shared'],
    types: ['main/security', 'main/storage/store'],
  },
  'main/provider/emulator': { imports: ['main/platform', 'main/provider', 'shared'], packages: ['zod'], node: true },
  'main/security': {
    imports: ['main/platform', 'main/storage/store', 'shared'],
    types: ['main/storage/database', 'main/security/audit-worker.ts'],
    packages: [
      '@levischuck/tiny-cbor',
      '@simplewebauthn/server',
      '@zxcvbn-ts/core',
      '@zxcvbn-ts/language-common',
      '@zxcvbn-ts/language-en',
      'bcryptjs',
      'bowser',
      'hash-wasm',
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
    imports: ['main/storage/database', 'main/platform/gate', 'main/security'],
    packages: ['lru-cache'],
  },
  'main/storage/cache': { imports: ['main/storage/store'], types: ['main/storage/database'], packages: ['lru-cache'] },
  'main/backup': {
    imports: [
      'main/storage/database',
      'main/storage/database/database-place.ts',
      'main/security/open-installation.ts',
      'main/platform',
      'main/provider/emulator',
      'main/security',
      'main/storage/store',
      'shared',
    ],
    types: ['main/config'],
    packages: ['kysely', 'tar', 'zod'],
    node: true,
  },
  ...baseLayers,
};
