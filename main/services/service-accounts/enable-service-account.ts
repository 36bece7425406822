import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../handler.ts';
import { setDisabled } from './set-disabled.ts';

export const enableServiceAccount: Handler<typeof contract.serviceAccounts.enableServiceAccount> = (
  context,
  input,
  call,
) => setDisabled(context, input, call, 'enableServiceAccount');
