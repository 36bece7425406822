import { AppError } from '#shared/texts/errors.ts';
import type { CallingServiceAccount } from './caller.ts';

/** A key of a service account came from an address that the account may not be used from. */
export class AddressRefused extends AppError {
  readonly account: CallingServiceAccount;
  readonly keyId: string;
  /** Whether nothing of the kind was told of the account for a while. */
  isNews = false;

  constructor(account: CallingServiceAccount, keyId: string) {
    super('ADDRESS_NOT_ALLOWED');
    this.account = account;
    this.keyId = keyId;
  }
}
