import { mailKindNames } from '#shared/contract/mail/resources.ts';
import { type ProviderErrorReason, providerErrorReasons } from '#shared/flows/provider-errors.ts';
import { refusals } from '#shared/flows/upgrade-actions.ts';
import { type AuditAction, auditActions } from '#shared/texts/audit.ts';
import { type ErrorKey, errors } from '#shared/texts/errors.ts';
import { fieldReasons } from '#shared/texts/field-reasons.ts';
import { conflicts, reasons } from '#shared/texts/reasons.ts';
import { scopeTexts } from '#shared/texts/scopes.ts';
import type { SignedInText } from './signed-in-texts.ts';

type EnglishFile = typeof import('./en.json');

const titles = Object.fromEntries(Object.entries(errors).map(([key, { title }]) => [key, title])) as Record<
  ErrorKey,
  string
>;
const actions = Object.fromEntries(Object.entries(auditActions).map(([action, { text }]) => [action, text])) as Record<
  AuditAction,
  string
>;
const providerTexts = Object.fromEntries(
  Object.entries(providerErrorReasons).map(([reason, { title, advice }]) => [reason, { title, advice }]),
) as Record<ProviderErrorReason, { title: string; advice: string }>;

/** The service's English by the keys of the catalogs, for all screens and for those behind the sign-in. */
const serviceTexts = {
  // Rules of a run have one text for errors and for disabled buttons, below.
  signedOut: { errors: titles, fields: fieldReasons, reasons: { ...reasons, STATE_CONFLICT: conflicts } },
  signedIn: {
    audit: { actions },
    hosting: { refusals, reasons: providerTexts },
    mail: { kinds: mailKindNames },
    security: { scopes: scopeTexts },
  },
};

/** Like `Base` with `Over` in its place, where the texts are strings and no literals. */
type Merged<Base, Over> = {
  -readonly [Key in keyof Base | keyof Over]: Key extends keyof Base & keyof Over
    ? Base[Key] extends string
      ? string
      : Merged<Base[Key], Over[Key]>
    : Key extends keyof Base
      ? Base[Key] extends string
        ? string
        : Merged<Base[Key], unknown>
      : Over[Key & keyof Over];
};

const merged = <Base extends object, Over extends object>(base: Base, over: Over): Merged<Base, Over> => {
  const result: Record<string, unknown> = Object.fromEntries(Object.entries(base));
  for (const [key, value] of Object.entries(over)) {
    const under = result[key];
    result[key] = typeof under === 'object' && under !== null ? merged(under, value) : value;
  }
  return result as Merged<Base, Over>;
};

/**
 * The console's English: that of the service, and what only the console says, or says in its own words on a screen
 * (DECISION 0267).
 */
export const signedOutEnglish = (texts: Omit<EnglishFile, SignedInText>) => merged(serviceTexts.signedOut, texts);

/** The same for the screens behind the sign-in. */
export const signedInEnglish = (texts: Pick<EnglishFile, SignedInText>) => merged(serviceTexts.signedIn, texts);
