import type { MailKind } from '#shared/contract/mail/resources.ts';
import type { MailParams } from './mail-params.ts';
import type { TextsOf } from './mail-text.ts';
import { accountNotices } from './notices/account.ts';
import { noticeFrames } from './notices/frame.ts';
import { memberNotices } from './notices/members.ts';
import type { Notice, Notices } from './notices/notice.ts';
import { ownerNotices } from './notices/owners.ts';
import { signInNotices } from './notices/sign-in.ts';

/**
 * The notices: emails about changes that an attacker might have made, and news about members. DECISION 0027: the former can't be
 * turned off. Each leads to one place.
 */
export const noticeKinds = {
  ...accountNotices,
  ...signInNotices,
  ...ownerNotices,
  ...memberNotices,
} as const satisfies Notices;

export type NoticeKind = keyof typeof noticeKinds;
/** Notices with a link that undoes the change. */
export type UndoNoticeKind = {
  [Kind in NoticeKind]: (typeof noticeKinds)[Kind]['undoes'] extends true ? Kind : never;
}[NoticeKind];

const specs: Partial<Record<MailKind, Notice>> = noticeKinds;

/** The texts of all notices in a language. */
export const noticeTexts = (language: 'en' | 'de'): TextsOf<NoticeKind> =>
  Object.fromEntries(
    Object.entries<Notice>(noticeKinds).map(([kind, notice]) => [
      kind,
      { ...notice[language], why: noticeFrames[language].why[notice.about] },
    ]),
  ) as unknown as TextsOf<NoticeKind>;

/** How a kind of email notifies; undefined if it is no notice. */
export const noticeSpec = (kind: MailKind): Notice | undefined => specs[kind];

/** The page that a notice without a link leads to; null if there is none, as for those of earlier versions. */
export const noticePage = (kind: MailKind, { at, by }: MailParams): string | null => {
  const spec = noticeSpec(kind);
  return spec === undefined || at === undefined || (spec.undoes && by !== 'operator') ? null : spec.page;
};
