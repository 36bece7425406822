import { providerErrorKeys } from '#shared/flows/provider-errors.ts';
import { AppError } from '#shared/texts/errors.ts';
import { ProviderError } from '../../provider/provider-error.ts';

/** Converts a provider failure for callers: its reason, and the provider's own message or the field that can't be read. */
export const providerFailure = (error: ProviderError): AppError => {
  const message = error.providerMessage ?? error.field;
  return new AppError(
    providerErrorKeys[error.kind],
    {
      provider_reason: error.reason,
      ...(message !== null && { provider_message: message }),
    },
    { cause: error },
  );
};

/** Maps provider failures to errors for callers. @throws AppError PROVIDER_… */
export const mapProviderErrors = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((error: unknown) => {
    throw error instanceof ProviderError ? providerFailure(error) : error;
  });
