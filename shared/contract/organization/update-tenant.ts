import { z } from 'zod';
import { accentPattern } from '../../rules/accent-color.ts';
import { logoMaxLength, logoPattern } from '../../rules/tenant-logo.ts';
import { isLinkFree } from '../../text-input/link-free.ts';
import { reasonMessage } from '../../texts/field-reasons.ts';
import { boundedString } from '../bounded-string.ts';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { preferencesSchema } from '../preferences.ts';
import { signInSlug, tenant } from './tenant.ts';

export const updateTenant = defineOperation({
  id: 'updateTenant',
  summary:
    'Change the name, logo, color, sign-in page, text of invitations or time zone of the organization; omitted fields stay unchanged',
  http: { method: 'PUT', path: '/tenants/{tenant_id}', status: 200 },
  auth: 'bearer',
  allow: 'policies.manage',
  confirm: 'never',
  input: z.strictObject({
    tenant_id: field.id,
    name: field.name.optional(),
    logo: boundedString(logoMaxLength)
      .regex(logoPattern, reasonMessage('image'))
      .nullable()
      .optional()
      .meta({ description: 'A PNG, JPEG or WebP image of up to 32 kB as a data URL; null removes it' }),
    accent: boundedString(7).regex(accentPattern, reasonMessage('color')).nullable().optional().meta({
      description:
        'A color such as `#146a5d` for buttons in emails, which darken or lighten it until they can be read; null removes it',
    }),
    sign_in_slug: signInSlug.nullable().optional().meta({
      description:
        'The end of the address of its own sign-in page, which shows its name, logo and color to anyone; null for no such page',
    }),
    invitation_text: field.description
      .refine(isLinkFree, reasonMessage('links'))
      .nullable()
      .optional()
      .meta({ description: 'What invitation emails say, without links and addresses; null for the usual text' }),
    time_zone: preferencesSchema.shape.timezone
      .nullable()
      .optional()
      .meta({ description: 'For planned upgrades. Those that are planned already keep theirs' }),
  }),
  output: tenant,
  errors: ['SLUG_TAKEN'],
});
