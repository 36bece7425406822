import type { Handlers } from '../handler.ts';
import { createSampleTenant } from './create-sample-tenant.ts';
import { enterSampleTenant } from './enter-sample-tenant.ts';
import { getWelcome } from './get-welcome.ts';
import { removeSampleTenant } from './remove-sample-tenant.ts';

/** The handlers of welcome, each under the name of its operation. */
export const welcome: Handlers['welcome'] = { createSampleTenant, enterSampleTenant, getWelcome, removeSampleTenant };
