import { deleteOperator, insertOperator } from '../../storage/store/operators.ts';
import { commandOperation, refused } from '../operation.ts';
import { assertActive } from '../users/assert-active.ts';
import { changeAccount } from '../users/change-account.ts';
import { userInput } from '../users/show-user.ts';

/** Makes an account an operator of this server. */
export const addOperator = commandOperation({
  input: userInput,
  run: (context, { user: key }) =>
    changeAccount(context, key, 'addOperator', async (tx, user) => {
      assertActive(user);
      const row = { user_id: user.id, granted_at: context.clock.now(), granted_by: null };
      if (!(await insertOperator(tx, row))) throw refused(`${user.email} is already an operator`);
      return {};
    }),
});

/** Takes that away again, at once. */
export const removeOperator = commandOperation({
  input: userInput,
  run: (context, { user: key }) =>
    changeAccount(context, key, 'removeOperator', async (tx, user) => {
      if (!(await deleteOperator(tx, user.id))) throw refused(`${user.email} isn't an operator`);
      return {};
    }),
});
