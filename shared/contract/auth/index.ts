import type { OperationSpec } from '../operation.ts';
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

/** The operations of auth. */
export const auth = {
  signup,
  login,
  completeLogin,
  logout,
  refresh,
  verifyEmail,
  resendVerification,
  forgotPassword,
  resetPassword,
  changePassword,
  restoreAccount,
} as const satisfies Record<string, OperationSpec>;
