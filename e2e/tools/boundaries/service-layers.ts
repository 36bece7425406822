import type { Layer } from './layer.ts';

/** The layers that handlers and their helpers stand on. */
const belowServices: Layer = {
  imports: [
    'main/mail',
    'main/platform',
    'main/provider',
    'main/security',
    'main/storage/store',
    'main/webhooks',
    'shared',
  ],
  types: ['main/services/context.ts', 'main/storage/database', 'main/services/handler.ts'],
  packages: ['ipaddr.js', 'papaparse', 'zod'],
};

/** The operations, and what they share. */
export const serviceLayers: Readonly<Record<string, Layer>> = {
  'main/services/index.ts': { imports: ['main/services'] },
  'main/services/handler.ts': {
    imports: ['shared'],
    types: ['main/services/context.ts', 'main/storage/database', 'main/security', 'main/storage/store'],
  },
  'main/services/calls.ts': {
    imports: [
      'main/security',
      'main/services/identity',
      'main/services/recording/record-refusal.ts',
      'main/storage/store',
      'shared',
    ],
    types: ['main/services/context.ts', 'main/storage/database', 'main/services/handler.ts'],
  },
  // The only way around the transactions of a call.
  'main/services/system-transaction.ts': {
    ...belowServices,
    imports: [...belowServices.imports, 'main/storage/database/database.ts'],
  },
  'main/services/bulk-results.ts': belowServices,
  'main/services/presenters.ts': belowServices,
  'main/services/read-page.ts': belowServices,
  'main/services/recording': {
    ...belowServices,
    imports: [...belowServices.imports, 'main/services/system-transaction.ts'],
  },
  'main/services/identity': {
    ...belowServices,
    imports: [...belowServices.imports, 'main/services/recording', 'main/services/system-transaction.ts'],
  },
  'main/services/*': {
    ...belowServices,
    imports: [
      ...belowServices.imports,
      'main/services/bulk-results.ts',
      'main/services/recording',
      'main/services/identity',
      'main/services/presenters.ts',
      'main/services/read-page.ts',
      'main/services/system-transaction.ts',
    ],
  },
  // Writes a history as the operations of the other features would have.
  'main/services/welcome': {
    ...belowServices,
    imports: [
      ...belowServices.imports,
      'main/services/recording',
      'main/services/hosting',
      'main/services/identity',
      'main/services/system-transaction.ts',
    ],
  },
};
