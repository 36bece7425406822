/** Why a browser gave no passkey: the user closed its dialog, it has one already, or it can't. */
export type PasskeyFailure = 'dismissed' | 'exists' | 'unavailable';

/** The browser gave no passkey. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
  readonly failure: PasskeyFailure;

  constructor(failure: PasskeyFailure, options?: ErrorOptions) {
    super(`Passkey: ${failure}`, options);
    this.failure = failure;
  }
}
