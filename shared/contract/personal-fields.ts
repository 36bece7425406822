import { preferencesSchema } from './preferences.ts';
import { profileFields } from './profile/fields.ts';

/** What people change about themselves: profile and preferences. The audit log lists it by these names. */
export const personalFields = [...profileFields, ...preferencesSchema.keyof().options] as const;
type PersonalField = (typeof personalFields)[number];

/** A detail of the audit log holds one value, so what was changed is a text. */
export const listFields = (fields: readonly PersonalField[]): string => fields.join(', ');
export const listedFields = (text: string): string[] => text.split(', ');
