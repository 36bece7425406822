import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const logout = defineOperation({
  id: 'logout',
  seed: '000 §4 #3',
  summary: 'Sign out: end the session of this token',
  http: { method: 'POST', path: '/auth/logout', status: 200 },
  auth: 'signed',
  allow: 'self',
  /** A client that sends its refresh token along, as other APIs ask, must not stay signed in (seed: request none). */
  body: 'ignored',
  input: field.nothing,
  output: field.done,
  errors: [],
});
