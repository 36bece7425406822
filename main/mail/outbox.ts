import type { MailKind } from '#shared/contract/mail/resources.ts';
import { mailQuotas, mailThrottle, noticeThrottle, second } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';
import type { SecretBox } from '../security/secret-box.ts';
import type { Queries } from '../storage/database/schema.ts';
import { countUndoTokens, findTokenById, type OneTimeTokenRow } from '../storage/store/identity/one-time-tokens.ts';
import {
  countMailsBy,
  countMailsOfTenant,
  countMailsSince,
  insertMail,
  type MailRow,
} from '../storage/store/mail/mails.ts';
import { mailParamsShape } from '../storage/store/stored-shapes.ts';
import type { GivenCommonValues, GivenValues } from './kind-values.ts';
import type { MailBrand } from './layout.ts';
import { appLinkUrl, isMailed, linkUrl, signInUrl } from './link-url.ts';
import { pageOf, preferencesPage } from './mail-pages.ts';
import { mailLanguage } from './mail-texts.ts';
import { mailSubject, type RenderedMail, renderMail } from './templates.ts';

declare const admission: unique symbol;
/** That a limit allows an email. Only the outbox makes one, so no email is queued without having asked. */
export interface Admission {
  readonly [admission]: true;
}
const admitted = {} as Admission;

export interface NewMail<Kind extends MailKind = MailKind> {
  kind: Kind;
  tenantId: string;
  /** The account that the email is about; null if there is none yet. */
  userId: string | null;
  /** The person whom the email names besides its recipient: it is deleted with their account. */
  senderId?: string;
  recipient: string;
  /** The language preference of the reader. */
  language: string;
  params: GivenCommonValues & GivenValues<Kind>;
  token?: { id: string; secret: string };
  /** Whether it waits until the sender's address is proved. */
  isHeld?: boolean;
  admission: Admission;
}

/** Emails are rows: queued in the transaction of the change that causes them, sent by the worker after it commits. */
export interface Outbox {
  /** Whether the rate limit allows another notice of a kind to a recipient about what one person does. */
  acceptsNotice(
    db: Queries,
    notice: { recipient: string; kind: MailKind; senderId: string | null },
  ): Promise<Admission | undefined>;
  /** Whether the rate limit allows another email with a link that undoes what a session does (DECISION 0259). */
  acceptsUndoLink(
    db: Queries,
    token: Pick<OneTimeTokenRow, 'user_id' | 'purpose' | 'session_id'>,
  ): Promise<Admission | undefined>;
  /** Whether the rate limit allows another email of this kind to a recipient. */
  accepts(db: Queries, recipient: string, kind: MailKind): Promise<Admission | undefined>;
  /** For an email that no limit may keep back. @param why for readers of the code */
  acceptsAlways(why: string): Admission;
  /** @throws AppError MAIL_QUOTA_REACHED if the tenant, or the recipient of an invitation, had enough emails today */
  assertQuota(db: Queries, mail: Pick<NewMail, 'kind' | 'tenantId' | 'recipient'>): Promise<void>;
  /** Queues an email and encrypts its link's secret. */
  queue<Kind extends MailKind>(db: Queries, mail: NewMail<Kind>): Promise<void>;
  /** The link that an email still carries, with its secret; undefined once it was sent. */
  linkOf(db: Queries, mail: MailRow): Promise<{ token: OneTimeTokenRow; url: string } | undefined>;
  /**
   * The email as its recipient sees it; without `url` its link is omitted. Others lead to a page, if there is one.
   * @throws StoredValueError
   */
  render(mail: MailRow, url: string | undefined, brand?: MailBrand): RenderedMail;
}

export const createOutbox = ({
  clock,
  ids,
  secretBox,
  rateLimits,
  origin,
  desktop,
}: {
  clock: Clock;
  ids: Ids;
  secretBox: SecretBox;
  rateLimits: boolean;
  origin: () => string;
  /** Whether emails also carry links for the desktop app. */
  desktop: boolean;
}): Outbox => {
  return {
    async accepts(db, recipient, kind) {
      if (!rateLimits) return admitted;
      const sent = await countMailsSince(db, recipient, kind, clock.now() - mailThrottle.windowMs);
      return sent < mailThrottle.limit ? admitted : undefined;
    },
    async acceptsNotice(db, notice) {
      if (!rateLimits) return admitted;
      const sent = await countMailsBy(db, notice, clock.now() - noticeThrottle.windowMs);
      return sent < noticeThrottle.others ? admitted : undefined;
    },
    async acceptsUndoLink(db, token) {
      if (!rateLimits) return admitted;
      const sent = await countUndoTokens(db, token, clock.now() - noticeThrottle.windowMs);
      return sent < noticeThrottle.links ? admitted : undefined;
    },
    acceptsAlways: () => admitted,
    async assertQuota(db, { kind, tenantId, recipient }) {
      if (!rateLimits) return;
      const { perTenant, perRecipient, windowMs } = mailQuotas;
      const since = clock.now() - windowMs;
      const retry_after = windowMs / second;
      if ((await countMailsOfTenant(db, tenantId, since)) >= perTenant) {
        throw new AppError('MAIL_QUOTA_REACHED', { reason: 'tenant_quota', params: { max: perTenant }, retry_after });
      }
      if (kind === 'invitation' && (await countMailsSince(db, recipient, kind, since)) >= perRecipient) {
        throw new AppError('MAIL_QUOTA_REACHED', {
          reason: 'recipient_quota',
          params: { max: perRecipient },
          retry_after,
        });
      }
    },
    async queue(db, { kind, tenantId, userId, senderId, recipient, language, params: values, token, isHeld = false }) {
      const now = clock.now();
      const params = { ...values, language: mailLanguage(language) };
      const place = { id: ids.id('mail'), tenant_id: tenantId, recipient };
      await insertMail(db, {
        ...place,
        user_id: userId,
        sender_id: senderId ?? null,
        token_id: token?.id ?? null,
        kind,
        subject: mailSubject(kind, params),
        params: mailParamsShape.write(params),
        sealed_secret: token ? secretBox.seal('mails.sealed_secret', place, token.secret) : null,
        status: 'queued',
        attempts: 0,
        next_attempt_at: now,
        last_error: null,
        held_for_sender: isHeld ? 1 : 0,
        created_at: now,
        sent_at: null,
      });
    },
    async linkOf(db, mail) {
      if (mail.token_id === null || mail.sealed_secret === null) return undefined;
      const token = await findTokenById(db, mail.token_id);
      if (!token || !isMailed(token.purpose)) return undefined;
      const secret = secretBox.open('mails.sealed_secret', mail);
      return { token, url: linkUrl(origin(), token.purpose, secret, token.email) };
    },
    render: ({ id, kind, params: stored, token_id }, url, brand) => {
      const params = mailParamsShape.read(stored, id);
      const urlOf = (page: string | null) => (page === null ? undefined : `${origin()}${page}`);
      const places = {
        brand,
        signInUrl: brand?.signInSlug == null ? undefined : signInUrl(origin(), brand.signInSlug),
        preferencesUrl: urlOf(preferencesPage(kind)),
      };
      if (token_id === null) return renderMail(kind, params, urlOf(pageOf(kind, params)), places);
      // In a preview, `url` is placeholder text.
      const isLink = url !== undefined && URL.canParse(url);
      return renderMail(kind, params, url, { ...places, appUrl: desktop && isLink ? appLinkUrl(url) : undefined });
    },
  };
};
