import { z } from 'zod';
import { email, id } from '../fields.ts';
import { startedSession } from '../resources.ts';

/** An open session with its user. */
export const teamSession = startedSession.extend({ user_id: id, name: z.string(), email }).meta({ id: 'TeamSession' });
