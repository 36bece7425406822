import type { OperationSpec } from '../operation.ts';
import { changePassword } from './change-password.ts';
import { completeLogin } from './complete-login.ts';
import { completeLoginWithPasskey } from './complete-login-with-passkey.ts';
import { confirmSession } from './confirm-session.ts';
import { forgotPassword } from './forgot-password.ts';
import { login } from './login.ts';
import { loginWithLink } from './login-with-link.ts';
import { loginWithPasskey } from './login-with-passkey.ts';
import { logout } from './logout.ts';
import { refresh } from './refresh.ts';
import { requestSignInLink } from './request-sign-in-link.ts';
import { resendVerification } from './resend-verification.ts';
import { resetPassword } from './reset-password.ts';
import { restoreAccount } from './restore-account.ts';
import { signup } from './signup.ts';
import { startPasskeyLogin } from './start-passkey-login.ts';
import { startPasskeySecondFactor } from './start-passkey-second-factor.ts';
import { verifyEmail } from './verify-email.ts';

/** The operations of auth. */
export const auth = {
  signup,
  login,
  completeLogin,
  startPasskeyLogin,
  loginWithPasskey,
  requestSignInLink,
  loginWithLink,
  startPasskeySecondFactor,
  completeLoginWithPasskey,
  logout,
  refresh,
  verifyEmail,
  resendVerification,
  forgotPassword,
  resetPassword,
  changePassword,
  confirmSession,
  restoreAccount,
} as const satisfies Record<string, OperationSpec>;
