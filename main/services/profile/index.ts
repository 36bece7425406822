import type { Handlers } from '../handler.ts';
import { cancelEmailChange } from './cancel-email-change.ts';
import { changeEmail } from './change-email.ts';
import { deleteMe } from './delete-me.ts';
import { exportMe } from './export-me.ts';
import { getMe } from './get-me.ts';
import { updateMe } from './update-me.ts';
import { whoAmI } from './who-am-i.ts';

/** The handlers of profile, each under the name of its operation. */
export const profile: Handlers['profile'] = {
  cancelEmailChange,
  changeEmail,
  deleteMe,
  exportMe,
  getMe,
  updateMe,
  whoAmI,
};
