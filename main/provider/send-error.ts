import type { ProviderErrorReason } from '#shared/flows/provider-errors.ts';

/** A request that got no response. */
export class SendError extends Error {
  override readonly name = 'SendError';
  readonly reason: ProviderErrorReason;
  readonly sent: boolean;
  /** The system's error code, such as ECONNREFUSED. */
  readonly code: string | null;

  constructor(reason: ProviderErrorReason, sent: boolean, code: string | null = null) {
    super(reason);
    this.reason = reason;
    this.sent = sent;
    this.code = code;
  }
}
