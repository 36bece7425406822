import type { OperationSpec } from '../operation.ts';
import { createSampleTenant } from './create-sample-tenant.ts';
import { enterSampleTenant } from './enter-sample-tenant.ts';
import { getWelcome } from './get-welcome.ts';
import { removeSampleTenant } from './remove-sample-tenant.ts';

/** The operations of welcome. */
export const welcome = {
  createSampleTenant,
  enterSampleTenant,
  getWelcome,
  removeSampleTenant,
} as const satisfies Record<string, OperationSpec>;
