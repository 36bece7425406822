import { mailKindNames } from '#shared/contract/mail/resources.ts';
import { type ProviderErrorReason, providerErrorReasons } from '#shared/flows/provider-errors.ts';
import { refusals } from '#shared/flows/upgrade-actions.ts';
import { type AuditAction, auditActions } from '#shared/texts/audit.ts';
import { scopeTexts } from '#shared/texts/scopes.ts';
import { merged } from './merged.ts';
import type { SignedInText } from './signed-in-texts.ts';

const actions = Object.fromEntries(Object.entries(auditActions).map(([action, { text }]) => [action, text])) as Record<
  AuditAction,
  string
>;
const providerTexts = Object.fromEntries(
  Object.entries(providerErrorReasons).map(([reason, { title, advice }]) => [reason, { title, advice }]),
) as Record<ProviderErrorReason, { title: string; advice: string }>;

/** The service's English by the keys of the catalogs. */
const serviceTexts = {
  audit: { actions },
  hosting: { refusals, reasons: providerTexts },
  mail: { kinds: mailKindNames },
  security: { scopes: scopeTexts },
};

/** The English of the screens behind the sign-in: that of the service, and the console's own (DECISION 0267). */
export const signedInEnglish = (texts: Pick<typeof import('./en.json'), SignedInText>) => merged(serviceTexts, texts);
