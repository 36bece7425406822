import { z } from 'zod';
import * as field from '../fields.ts';

/** What an organization's own sign-in page is found by. */
export const signInSlug = field.slug.meta({
  description: 'The end of the address of its sign-in page, such as `acme`',
});

export const tenant = z.strictObject({
  tenant_id: field.id,
  name: z.string(),
  logo: z.string().nullable().meta({ description: 'An image as a data URL' }),
  accent: z.string().nullable().meta({ description: 'The color of buttons in its emails. Null for that of Castellan' }),
  sign_in_slug: z
    .string()
    .nullable()
    .meta({ description: 'The end of the address of its sign-in page. Null if it has none' }),
  sign_in_url: z.string().nullable().meta({ description: 'Where its sign-in page is. Null if it has none' }),
  invitation_text: z
    .string()
    .nullable()
    .meta({ description: 'What its invitation emails say. Null for the usual text' }),
  time_zone: z.string().nullable().meta({ description: 'Of planned upgrades. Null if none was set' }),
  created_at: field.timestamp,
  sends_email: field.sendsEmail,
  sample: z.boolean().meta({ description: 'Whether it contains sample data, with fictional people' }),
});
