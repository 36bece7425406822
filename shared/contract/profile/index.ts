import type { OperationSpec } from '../operation.ts';
import { cancelEmailChange } from './cancel-email-change.ts';
import { changeEmail } from './change-email.ts';
import { deleteMe } from './delete-me.ts';
import { exportMe } from './export-me.ts';
import { getMe } from './get-me.ts';
import { updateMe } from './update-me.ts';
import { whoAmI } from './who-am-i.ts';

/** The operations of profile. */
export const profile = {
  cancelEmailChange,
  changeEmail,
  deleteMe,
  exportMe,
  getMe,
  updateMe,
  whoAmI,
} as const satisfies Record<string, OperationSpec>;
