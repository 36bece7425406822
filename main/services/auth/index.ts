import type { Handlers } from '../handler.ts';
import { changePassword } from './change-password.ts';
import { completeLogin } from './complete-login.ts';
import { forgotPassword } from './forgot-password.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { refresh } from './refresh.ts';
import { resendVerification } from './resend-verification.ts';
import { resetPassword } from './reset-password.ts';
import { restoreAccount } from './restore-account.ts';
import { signup } from './signup.ts';
import { verifyEmail } from './verify-email.ts';

/** The handlers of auth, each under the name of its operation. */
export const auth: Handlers['auth'] = {
  changePassword,
  forgotPassword,
  login,
  completeLogin,
  logout,
  refresh,
  resendVerification,
  resetPassword,
  restoreAccount,
  signup,
  verifyEmail,
};
