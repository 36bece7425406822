import {
  mayHaveHappened,
  type ProviderErrorKind,
  type ProviderErrorReason,
  providerErrorReasons,
} from '#shared/flows/provider-errors.ts';
import { type Unreadable, unreadableText } from './rows.ts';

/** A call that failed or returned an unusable response. Holds no key, no parameter and no raw response. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly reason: ProviderErrorReason;
  /** Whether the request may have reached the provider. */
  readonly sent: boolean;
  /** The provider's name for the action, such as `upgrade_instance`. */
  readonly action: string;
  /** The provider's message, truncated and without control characters. Null if there was none. */
  readonly providerMessage: string | null;
  /** The provider's ERROR, the system's error code, or the HTTP status. For logs only; never base decisions on it. */
  readonly code: string | null;
  /** The field that could not be read, with its value, in words. Null if none is to blame. */
  readonly field: string | null;

  constructor(
    action: string,
    reason: ProviderErrorReason,
    {
      sent,
      providerMessage = null,
      code = null,
      unreadable,
    }: { sent: boolean; providerMessage?: string | null; code?: string | null; unreadable?: Unreadable | undefined },
  ) {
    const { title } = providerErrorReasons[reason];
    super(`${action}: ${title}${providerMessage === null ? '' : ` (${providerMessage})`}`);
    this.code = code;
    this.field = unreadable ? unreadableText(unreadable) : null;
    this.action = action;
    this.reason = reason;
    this.sent = sent;
    this.providerMessage = providerMessage;
  }

  get kind(): ProviderErrorKind {
    return providerErrorReasons[this.reason].kind;
  }

  /** Whether the same call may succeed later without anyone changing anything. */
  get passes(): boolean {
    return providerErrorReasons[this.reason].passes;
  }

  /** Whether a state change may have been applied anyway. If so, read its outcome and never retry it. */
  get mayHaveHappened(): boolean {
    return mayHaveHappened(this);
  }
}
