import { z } from 'zod';
import { serviceAccountLimits, textLimits } from '../../rules/limits.ts';
import { serviceRoles, serviceScopes } from '../../rules/permissions.ts';
import { serviceKeyKinds } from '../../rules/service-key-kinds.ts';
import { lowerAscii } from '../../text-input/ascii-case.ts';
import { reasonMessage } from '../../texts/field-reasons.ts';
import { boundedString } from '../bounded-string.ts';
import * as field from '../fields.ts';

const ranges = [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()];

const serviceKeyKindText =
  'An `api_key` is sent as Bearer itself. A `client_secret` is exchanged for access tokens at the token endpoint (RFC 6749, section 4.4)';

/** One address, or all in a network, as in `203.0.113.0/24`. */
const addressRange = boundedString(textLimits.addressRange)
  .trim()
  .overwrite(lowerAscii)
  .refine(
    // The old way to write IPv4 inside of IPv6 is read in two ways.
    (text) => !/^::\d+\./.test(text) && ranges.some((range) => range.safeParse(text).success),
    reasonMessage('address_range'),
  );

/** What a service account is given, and what can be changed of it. */
export const serviceAccountFields = {
  name: field.name,
  description: field.description,
  role: z.enum(serviceRoles),
  scopes: z
    .array(z.enum(serviceScopes))
    .min(1, reasonMessage('not_enough', { min: 1 }))
    .max(serviceScopes.length)
    .meta({ description: 'What it may do, as far as its role allows it' }),
  workspace_ids: z.array(field.id).max(serviceAccountLimits.workspaces).nullable().meta({
    description:
      'The only workspaces that it can open; null for all that its role can open: an admin all, a member none',
  }),
  addresses: z.array(addressRange).max(serviceAccountLimits.addresses).meta({
    description: 'IP addresses and networks (CIDR) that its keys may be used from; empty for anywhere',
  }),
};

export const serviceAccount = z
  .strictObject({
    account_id: field.id,
    name: z.string(),
    description: z.string(),
    role: z.enum(serviceRoles),
    scopes: z.array(z.enum(serviceScopes)),
    workspace_ids: z.array(field.id).nullable().meta({ description: 'Null for all that its role can open' }),
    addresses: z.array(z.string()).meta({ description: 'Empty for anywhere' }),
    status: z.enum(['active', 'disabled']),
    keys: field.total.meta({ description: 'How many API keys and client secrets work' }),
    created_at: field.timestamp,
    created_by: field.person.nullable().meta({ description: 'Null if the account is deleted' }),
  })
  .meta({ id: 'ServiceAccount' });

/** In a list, also with what changes each time it calls. */
export const listedServiceAccount = serviceAccount.extend({
  last_used: field.timestamp.nullable().meta({ description: 'When one of its keys was last used, to the minute' }),
});

export const serviceKeyKind = z.enum(serviceKeyKinds);

export const serviceAccountKey = z
  .strictObject({
    key_id: field.id,
    kind: serviceKeyKind.meta({ description: serviceKeyKindText }),
    prefix: z.string().meta({ description: 'The first characters of the key' }),
    name: z.string(),
    created_at: field.timestamp,
    created_by: field.person.nullable().meta({ description: 'Null if the account is deleted' }),
    expires_at: field.timestamp.nullable(),
    last_used: field.timestamp.nullable().meta({ description: 'To the minute' }),
  })
  .meta({ id: 'ServiceAccountKey' });

export const ofServiceAccount = { tenant_id: field.id, account_id: field.id };
