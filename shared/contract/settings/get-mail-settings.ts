import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import * as resource from '../resources.ts';

export const getMailSettings = defineOperation({
  id: 'getMailSettings',
  summary: 'Read how mails are sent; the server itself is told to those alone who may change it',
  http: { method: 'GET', path: '/settings/mail', status: 200 },
  auth: 'bearer',
  allow: 'mail.manage',
  topics: ['mail_settings'],
  /** Reset links travel through this server, so API keys must not read it. */
  keys: 'refused',
  input: z.strictObject({}),
  output: resource.mailSettings,
  errors: [],
});
