import { AppError, type ErrorKey } from '#shared/errors.ts';
import { type ProviderErrorKind, providerErrorReasons } from '#shared/provider-errors.ts';
import { ProviderError } from '../../provider/provider.ts';

const keys: Record<ProviderErrorKind, ErrorKey> = {
  rejected: 'PROVIDER_REJECTED',
  unauthorized: 'PROVIDER_UNAUTHORIZED',
  unreachable: 'PROVIDER_UNREACHABLE',
  unreadable: 'PROVIDER_UNREADABLE',
};

/** Converts a provider failure for callers: what happened, the provider's own message, and what to do. */
export const providerFailure = (error: ProviderError): AppError => {
  const { title, advice } = providerErrorReasons[error.reason];
  const said = error.providerMessage === null ? '' : ` It says: ${error.providerMessage}`;
  return new AppError(
    keys[error.kind],
    {
      detail: `${title}.${said} ${advice}`,
      provider_reason: error.reason,
      ...(error.providerMessage !== null && { provider_message: error.providerMessage }),
    },
    { cause: error },
  );
};

/** Maps provider failures to errors for callers. @throws AppError PROVIDER_… */
export const mapProviderErrors = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((error: unknown) => {
    throw error instanceof ProviderError ? providerFailure(error) : error;
  });
