import { linkScheme } from '#shared/contract/desktop-link.ts';
import type { TokenPurpose } from '../storage/database/identity-schema.ts';

/** Purposes whose tokens are returned in responses, never mailed. */
type AnsweredPurpose = 'restore_account' | 'second_factor';

/** Console page for each purpose. */
const pages: Record<Exclude<TokenPurpose, AnsweredPurpose>, string> = {
  verify_email: '/verify',
  change_email: '/verify',
  cancel_email_change: '/cancel-email-change',
  reset_password: '/reset',
  sign_in_link: '/sign-in-link',
  invitation: '/invite',
  undo_authenticator: '/undo',
  undo_passkey: '/undo',
  undo_owner: '/undo',
  undo_api_key: '/undo',
  undo_recovery_codes: '/undo',
};
type MailedPurpose = keyof typeof pages;

/** Every page that an emailed link can open. */
export const linkedPages: readonly string[] = [...new Set(Object.values(pages))];

export const isMailed = (purpose: TokenPurpose): purpose is MailedPurpose => purpose in pages;

/**
 * Puts the secret in the fragment: servers, proxies and Referer headers never see it.
 * @param email of the account. Where the link sets its password, password managers keep that for it
 */
export const linkUrl = (origin: string, purpose: MailedPurpose, secret: string, email: string): string => {
  const account = purpose === 'reset_password' ? `&email=${encodeURIComponent(email)}` : '';
  return `${origin}${pages[purpose]}#token=${secret}${account}`;
};

/** Where an organization's own sign-in page is. */
export const signInUrl = (origin: string, slug: string): string => `${origin}/sign-in/${slug}`;

/** The same link for the desktop app: `http://127.0.0.1:4310/verify#token=…` → `castellan://verify#token=…`. */
export const appLinkUrl = (url: string): string => {
  const { pathname, hash } = new URL(url);
  // Without the base path: each page has a path of one part.
  return `${linkScheme}:/${pathname.slice(pathname.lastIndexOf('/'))}${hash}`;
};
