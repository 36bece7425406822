import type { contract } from '#shared/contract/index.ts';
import { isOperator } from '../../storage/store/operators.ts';
import type { Handler } from '../handler.ts';

/** Whether the console offers the page of the installation. Each operation of that page checks it again. */
export const getOperatorAccess: Handler<typeof contract.installation.getOperatorAccess> = async (
  { db },
  _input,
  { caller },
) => ({ operator: await isOperator(db.read, caller.user.id) });
