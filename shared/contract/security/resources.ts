import { z } from 'zod';
import { totp } from '../../rules/limits.ts';
import { keyScopes } from '../../rules/permissions.ts';
import { email, id, timestamp, total } from '../fields.ts';

/** An API key as its owner sees it. The key itself is returned only once. */
export const apiKey = z
  .strictObject({
    key_id: id,
    name: z.string(),
    prefix: z.string().meta({ description: 'The first characters of the key' }),
    scopes: z.array(z.enum(keyScopes)),
    created_at: timestamp,
    expires_at: timestamp.nullable(),
    last_used: timestamp.nullable().meta({ description: 'To the minute' }),
  })
  .meta({ id: 'ApiKey' });

/** Recovery codes, returned only once; each works for one sign-in. */
export const recoveryCodes = z.array(z.string()).length(totp.recoveryCodes);

export const listedMember = z.strictObject({ user_id: id, name: z.string(), email, last_login: timestamp });

/** The security of a team at a glance. Lists are cut; the counts next to them aren't. */
export const securityOverview = z
  .strictObject({
    members: total.meta({ description: 'Active members' }),
    second_factors: total.meta({ description: 'Active members with two-factor authentication or a passkey' }),
    open_sessions: total,
    unverified: z.strictObject({ total, members: z.array(listedMember) }),
    dormant: z
      .strictObject({ total, members: z.array(listedMember) })
      .meta({ description: 'Active members who have not signed in for a while' }),
    failures: z.strictObject({
      days: z
        .array(z.strictObject({ day: z.string(), sign_ins: total, failed: total, lockouts: total }))
        .meta({ description: 'The last 30 days in UTC, oldest first' }),
      most_tried: z
        .array(
          z.strictObject({
            user_id: id,
            name: z.string(),
            email,
            failures: total,
            wrong_codes: total.meta({ description: 'Of these, how many came after the correct password' }),
            last_failed: timestamp,
          }),
        )
        .meta({ description: 'The accounts with the most failed sign-ins in these days' }),
      latest: z.array(
        z.strictObject({ at: timestamp, user_id: id, email: z.string().nullable(), ip_address: z.string().nullable() }),
      ),
    }),
    expiring_keys: z
      .array(z.strictObject({ key_id: id, name: z.string(), user_id: id, email, expires_at: timestamp }))
      .meta({ description: 'API keys that expire soon, or have expired' }),
  })
  .meta({ id: 'SecurityOverview' });

/** A device on which someone signs in without a second step. */
export const trustedDevice = z
  .strictObject({
    device_id: id,
    device: z.string().meta({ description: 'Browser and system, such as "Firefox on Windows"' }),
    ip_address: z.string().meta({ description: 'Where it was when it was trusted' }),
    created_at: timestamp.meta({ description: 'Since when it is trusted' }),
    expires_at: timestamp.meta({ description: 'When it asks for a second step again, if the policy stays as it is' }),
  })
  .meta({ id: 'TrustedDevice' });
