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

/** A session with its start time, for responses that the seed does not limit to five fields. */
export const startedSession = session
  .extend({
    created_at: timestamp,
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
