import { type ErrorKey, errors } from '#shared/texts/errors.ts';
import { fieldReasons } from '#shared/texts/field-reasons.ts';
import { conflicts, reasons } from '#shared/texts/reasons.ts';
import { merged } from './merged.ts';
import type { SignedInText } from './signed-in-texts.ts';

const titles = Object.fromEntries(Object.entries(errors).map(([key, { title }]) => [key, title])) as Record<
  ErrorKey,
  string
>;

/** The service's English by the keys of the catalogs. Rules of a run have one text for errors and for disabled buttons. */
const serviceTexts = { errors: titles, fields: fieldReasons, reasons: { ...reasons, STATE_CONFLICT: conflicts } };

/**
 * The English of all screens: that of the service, and what only the console says, or says in its own words on a screen
 * (DECISION 0267).
 */
export const signedOutEnglish = (texts: Omit<typeof import('./en.json'), SignedInText>) => merged(serviceTexts, texts);
