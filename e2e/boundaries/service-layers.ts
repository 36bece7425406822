import type { Layer } from './layer.ts';

/** The layers that handlers and their helpers stand on. */
const belowServices: Layer = {
  imports: ['main/mail', 'main/platform', 'main/provider', 'main/security', 'main/store', 'shared'],
  types: ['main/context.ts', 'main/database', 'main/services/handler.ts'],
  packages: ['ipaddr.js', 'papaparse', 'zod'],
};

/** The operations, and what they share. */
export const serviceLayers: Readonly<Record<string, Layer>> = {
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
};
