import { z } from 'zod';
import { toIso } from '../../platform/clock.ts';
import type { AccountRow } from '../../storage/store/identity/accounts.ts';
import { listOperators as listRows } from '../../storage/store/operators.ts';
import { type CommandCall, commandOperation } from '../operation.ts';

export interface ListedOperator {
  user_id: string;
  email: string;
  name: string;
  status: AccountRow['status'];
  organization: string;
  granted_at: string;
}

/** Everyone who sees the page of this installation. */
export const listOperators = commandOperation({
  input: z.strictObject({}),
  async run({ db }, _input, { emit }: CommandCall<ListedOperator>): Promise<void> {
    for (const { granted_at, ...row } of await listRows(db.read)) await emit({ ...row, granted_at: toIso(granted_at) });
  },
});
