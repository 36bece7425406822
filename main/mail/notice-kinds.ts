import type { MailKind } from '../database/mail-schema.ts';
import type { MailParams } from './mail-params.ts';

interface NoticeKindSpec {
  /** Whom it concerns, and so why they get it. */
  about: 'account' | 'owners';
  /** The page of the console where its reader can act; null if they can do nothing there. */
  page: string | null;
  /** Whether it carries a link that undoes the change. What the operator did has the page instead. */
  undoes: boolean;
}

const protection = '/dashboard/profile?tab=second-factor';

/**
 * The notices: emails about changes that an attacker might have made. DECISION 0027: they can't be turned off. Each leads to
 * one place.
 */
export const noticeKinds = {
  email_changed: { about: 'account', page: null, undoes: true },
  passkey_added: { about: 'account', page: null, undoes: true },
  second_factor_on: { about: 'account', page: null, undoes: true },
  api_key_created: { about: 'account', page: null, undoes: true },
  owner_added: { about: 'owners', page: '/dashboard/team', undoes: true },
  password_changed: { about: 'account', page: '/forgot', undoes: false },
  second_factor_off: { about: 'account', page: protection, undoes: false },
  second_factor_reset: { about: 'account', page: protection, undoes: false },
  passkey_removed: { about: 'account', page: '/dashboard/profile?tab=passkeys', undoes: false },
  recovery_codes_created: { about: 'account', page: protection, undoes: false },
  role_changed: { about: 'account', page: '/dashboard', undoes: false },
  account_disabled: { about: 'account', page: null, undoes: false },
  account_enabled: { about: 'account', page: '/login', undoes: false },
  member_removed: { about: 'account', page: null, undoes: false },
  deletion_scheduled: { about: 'account', page: '/login', undoes: false },
  reset_link_created: { about: 'account', page: '/dashboard/sessions', undoes: false },
  policies_changed: { about: 'owners', page: '/dashboard/settings?tab=organization', undoes: false },
  mail_settings_changed: { about: 'owners', page: '/dashboard/mail?tab=server', undoes: false },
} as const satisfies Partial<Record<MailKind, NoticeKindSpec>>;

export type NoticeKind = keyof typeof noticeKinds;
/** Notices with a link that undoes the change. */
export type UndoNoticeKind = {
  [Kind in NoticeKind]: (typeof noticeKinds)[Kind]['undoes'] extends true ? Kind : never;
}[NoticeKind];

const specs: Partial<Record<MailKind, NoticeKindSpec>> = noticeKinds;

/** How a kind of email notifies; undefined if it is no notice. */
export const noticeSpec = (kind: MailKind): NoticeKindSpec | undefined => specs[kind];

/** The page that a notice without a link leads to; null if there is none, as for those of earlier versions. */
export const noticePage = (kind: MailKind, { at, by }: MailParams): string | null => {
  const spec = noticeSpec(kind);
  return spec === undefined || at === undefined || (spec.undoes && by !== 'operator') ? null : spec.page;
};
