import type { OutputOf } from '#shared/contract/operation.ts';
import type { listApiKeys } from '#shared/contract/security/list-api-keys.ts';
import type { listPasskeys } from '#shared/contract/security/list-passkeys.ts';
import { apiKeyLimits } from '#shared/rules/limits.ts';
import type { Translate } from '../../languages/translate.ts';

export type Passkey = OutputOf<typeof listPasskeys>['passkeys'][number];
export type ApiKey = OutputOf<typeof listApiKeys>['api_keys'][number];

export const creationDisabledReason = (count: number | undefined, t: Translate): string | undefined =>
  count !== undefined && count >= apiKeyLimits.perUser
    ? t('security.keys.tooMany', { count: apiKeyLimits.perUser })
    : undefined;

/** Content of the recovery codes file, clear enough to make sense years later. */
export const codesFile = (email: string, codes: readonly string[], t: Translate): string =>
  [t('security.codes.file.title', { email }), t('security.codes.file.text'), '', ...codes, ''].join('\n');

/** How a new key of one's own is shown. */
export const newKeyTexts = (t: Translate) => ({
  title: t('security.create.made'),
  label: t('security.create.key'),
  text: t('security.create.copy'),
});
