import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { user } from './resources.ts';

export const getMe = defineOperation({
  id: 'getMe',
  seed: '000 §4 #9',
  summary: 'Read your profile',
  http: { method: 'GET', path: '/users/me', status: 200 },
  auth: 'bearer',
  allow: 'self',
  guests: 'allowed',
  topics: ['custom_roles', 'account'],
  despite: ['verified_email', 'second_factor'],
  keys: 'allowed',
  input: field.nothing,
  output: user,
  errors: [],
});
