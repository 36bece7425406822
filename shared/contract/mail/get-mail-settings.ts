import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { mailSettings } from './resources.ts';

export const getMailSettings = defineOperation({
  id: 'getMailSettings',
  summary: 'Read how email is sent; only those who may change the mail server see it',
  http: { method: 'GET', path: '/settings/mail', status: 200 },
  auth: 'bearer',
  allow: 'mail.manage',
  topics: ['mail_settings'],
  /** Reset links travel through this server, so API keys must not read it. */
  keys: 'refused',
  input: z.strictObject({}),
  output: mailSettings,
  errors: [],
});
