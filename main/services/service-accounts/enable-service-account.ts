import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../handler.ts';
import { setDisabled } from './set-disabled.ts';

export const enableServiceAccount: Handler<typeof contract.serviceAccounts.enableServiceAccount> = async (
  context,
  { password, ...account },
  call,
) => {
  await call.confirmPassword(password);
  return setDisabled(context, account, call, 'enableServiceAccount');
};
