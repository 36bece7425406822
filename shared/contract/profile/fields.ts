import { z } from 'zod';
import * as field from '../fields.ts';

/** What people say about themselves, as they send it. Each is a column of `users` with the same name (DECISION 0267). */
export const profileInput = z.strictObject({ name: field.name });

export type ProfileField = keyof typeof profileInput.shape;

/** The same as it is returned. */
export const profileOutput = { name: z.string() } satisfies Record<ProfileField, z.ZodType>;

export type Profile = z.output<z.ZodObject<typeof profileOutput>>;

export const profileFields = Object.keys(profileInput.shape) as readonly ProfileField[];

/** The profile of whoever has one. */
export const profileOf = (person: Readonly<Profile>): Profile => {
  const profile: Partial<Record<ProfileField, unknown>> = {};
  for (const name of profileFields) profile[name] = person[name];
  return profile as Profile;
};
