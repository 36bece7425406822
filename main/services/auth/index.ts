import type { Handlers } from '../handler.ts';
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

/** The handlers of auth, each under the name of its operation. */
export const auth: Handlers['auth'] = {
  changePassword,
  confirmSession,
  forgotPassword,
  login,
  loginWithPasskey,
  requestSignInLink,
  loginWithLink,
  completeLogin,
  completeLoginWithPasskey,
  logout,
  refresh,
  resendVerification,
  resetPassword,
  restoreAccount,
  signup,
  startPasskeyLogin,
  startPasskeySecondFactor,
  verifyEmail,
};
