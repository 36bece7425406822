import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { providerSettings } from './resources/provider.ts';

export const getProviderSettings = defineOperation({
  id: 'getProviderSettings',
  summary: 'Read how the hosting provider is reached; the key is never told',
  http: { method: 'GET', path: '/hosting/settings', status: 200 },
  auth: 'bearer',
  allow: 'hosting.settings',
  topics: ['servers'],
  input: field.nothing,
  output: providerSettings,
  errors: [],
});
