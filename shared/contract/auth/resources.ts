import { z } from 'zod';
import { email, expiresIn, id, role } from '../fields.ts';

/** Login user object, seed 000 §2. */
const loginUser = z.strictObject({ id, email, name: z.string(), tenant_id: id, role }).meta({ id: 'LoginUser' });

/** What a sign-in on an organization's own page sends. */
export const onlyMembers = 'Of the sign-in page: only accounts of its organization can sign in there';

/** Tokens with their user: the response of login and everything that signs in like it (seed 000 §4 #2). */
export const login = z
  .strictObject({ access_token: z.string(), refresh_token: z.string(), user: loginUser, expires_in: expiresIn })
  .meta({ id: 'Login' });
