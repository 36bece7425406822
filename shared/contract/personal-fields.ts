import { preferencesSchema } from './preferences.ts';
import { profileFields } from './profile/fields.ts';

/** What people change about themselves: profile and preferences. The audit log lists it by these names. */
export const personalFields = [...profileFields, ...preferencesSchema.keyof().options] as const;
