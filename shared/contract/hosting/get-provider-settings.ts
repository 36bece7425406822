import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { providerSettings } from './resources/provider.ts';

export const getProviderSettings = defineOperation({
  id: 'getProviderSettings',
  summary: 'Read the connection to the hosting provider, without its key',
  http: { method: 'GET', path: '/hosting/settings', status: 200 },
  auth: 'bearer',
  allow: 'hosting.settings',
  topics: ['servers'],
  input: field.nothing,
  output: providerSettings,
  errors: [],
});
