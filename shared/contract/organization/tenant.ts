import { z } from 'zod';
import * as field from '../fields.ts';

export const tenant = z.strictObject({
  tenant_id: field.id,
  name: z.string(),
  logo: z.string().nullable().meta({ description: 'An image as a data URL' }),
  accent: z.string().nullable().meta({ description: 'The color of buttons in its emails. Null for that of Castellan' }),
  time_zone: z.string().nullable().meta({ description: 'Of planned upgrades. Null if none was set' }),
  created_at: field.timestamp,
  sends_email: field.sendsEmail,
  sample: z.boolean().meta({ description: 'Whether it contains sample data, with fictional people' }),
});
