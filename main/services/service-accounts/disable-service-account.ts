import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../handler.ts';
import { setDisabled } from './set-disabled.ts';

export const disableServiceAccount: Handler<typeof contract.serviceAccounts.disableServiceAccount> = (
  context,
  input,
  call,
) => setDisabled(context, input, call, 'disableServiceAccount');
