import { z } from 'zod';
import { reasonMessage } from '../../texts/field-reasons.ts';
import { boundedString } from '../bounded-string.ts';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { mailSecurities, mailSettings } from './resources.ts';

const hostName = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i;
const ipv6 = z.ipv6();

/** Letters, digits and the separators used in names and addresses; nothing with a meaning in a URL or header. */
const host = boundedString(253)
  .trim()
  .min(1, reasonMessage('required'))
  .refine((text) => hostName.test(text) || ipv6.safeParse(text).success, reasonMessage('host'));

const portRange = reasonMessage('out_of_range', { min: 1, max: 65_535 });

export const updateMailSettings = defineOperation({
  id: 'updateMailSettings',
  summary: 'Set the mail server',
  http: { method: 'PUT', path: '/settings/mail', status: 200 },
  auth: 'bearer',
  allow: 'mail.settings',
  confirm: 'always',
  input: z.strictObject({
    host,
    port: z.int().min(1, portRange).max(65_535, portRange),
    security: z.enum(mailSecurities),
    username: boundedString(320).trim().meta({ description: 'Empty if the server requires none' }),
    server_password: boundedString(1_000)
      .optional()
      .meta({ description: 'Omit to keep the stored one if host, port, security and user stay the same' }),
    sender_name: field.name,
    sender_address: field.email,
    kept_mails: z
      .enum(['send', 'keep'])
      .meta({ description: 'What happens to waiting email: send it now, or keep it until each one is sent manually' }),
    password: field.password.meta({ description: 'Of your account' }),
  }),
  output: mailSettings,
  errors: ['CURRENT_PASSWORD_INVALID', 'STATE_CONFLICT'],
});
