import { z } from 'zod';
import { signInMethods } from '../../rules/sign-in-methods.ts';
import { endReasons } from '../../texts/errors.ts';
import { email, id, timestamp } from '../fields.ts';

/** Session, seed 000 §2. */
export const session = z
  .strictObject({
    session_id: id,
    device: z.string(),
    ip_address: z.string(),
    last_active: timestamp,
    current: z.boolean(),
  })
  .meta({ id: 'Session' });

const country = z.string().nullable().meta({
  description: 'ISO 3166-1 code, if the server has a database of countries that knows the address; otherwise null',
});

/** A session with its start time, for responses that the seed does not limit to five fields. */
export const startedSession = session
  .extend({
    created_at: timestamp,
    country,
    sign_in_method: z
      .enum(signInMethods)
      .nullable()
      .meta({ description: 'Null for sessions from before it was recorded' }),
  })
  .meta({ id: 'StartedSession' });

/** A session that may have ended. */
export const sessionRecord = startedSession
  .extend({ ended_at: timestamp.nullable(), end_reason: z.enum(endReasons).nullable() })
  .meta({ id: 'SessionRecord' });

/** An open session with its user. */
export const teamSession = startedSession.extend({ user_id: id, name: z.string(), email }).meta({ id: 'TeamSession' });

/** A sign-in to an account, or what was tried from one address on one day. */
export const signIn = z
  .strictObject({
    at: timestamp.meta({ description: 'When, or when last' }),
    failed_step: z
      .enum(['password', 'code'])
      .nullable()
      .meta({ description: 'What was wrong: the password, or the code after it. Null if it succeeded' }),
    attempts: z.int().min(1).meta({ description: 'Failures of a day from the same address are counted together' }),
    ip_address: z
      .string()
      .nullable()
      .meta({ description: 'For failures, it may be a network. Null for those from all further addresses of a day' }),
    country,
    device: z.string().nullable().meta({ description: 'Null for failures' }),
    sign_in_method: z.enum(signInMethods).nullable().meta({ description: 'Null if it failed or was not recorded' }),
    session_id: id.nullable().meta({ description: 'The session that it began. Null for failures' }),
    session_open: z.boolean(),
    current: z.boolean().meta({ description: 'Whether it began the session of this request' }),
  })
  .meta({ id: 'SignIn' });
