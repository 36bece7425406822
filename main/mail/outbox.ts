import { mailThrottle } from '#shared/limits.ts';
import type { MailKind, Queries } from '../database/schema.ts';
import type { Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';
import type { SecretBox } from '../security/secret-box.ts';
import { countMailsSince, insertMail, type MailRow } from '../store/mails.ts';
import { findTokenById, type OneTimeTokenRow } from '../store/one-time-tokens.ts';
import { appLinkUrl, isMailed, linkUrl } from './link-url.ts';
import { type MailParams, mailSubject, type RenderedMail, renderMail } from './templates.ts';

export interface NewMail {
  kind: MailKind;
  tenantId: string;
  /** The account that the mail is about; null where there is none yet. */
  userId: string | null;
  recipient: string;
  params: MailParams;
  token?: { id: string; secret: string };
}

/** Mails are rows: queued in the transaction of the change that causes them, sent after it by the worker. */
export interface Outbox {
  /** Whether a recipient may get one more mail of a kind now. */
  accepts(db: Queries, recipient: string, kind: MailKind): Promise<boolean>;
  /** Queues a mail; the link's secret is encrypted. */
  queue(db: Queries, mail: NewMail): Promise<void>;
  /** The link that a mail still carries, with its secret; undefined once it was sent. */
  linkOf(db: Queries, mail: MailRow): Promise<{ token: OneTimeTokenRow; url: string } | undefined>;
  /** The mail as its recipient sees it; without `url` its link is left out. */
  render(mail: MailRow, url: string | undefined): RenderedMail;
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
  /** Whether mails also carry links that the desktop app opens. */
  desktop: boolean;
}): Outbox => {
  return {
    async accepts(db, recipient, kind) {
      if (!rateLimits) return true;
      const sent = await countMailsSince(db, recipient, kind, clock.now() - mailThrottle.windowMs);
      return sent < mailThrottle.limit;
    },
    async queue(db, { kind, tenantId, userId, recipient, params, token }) {
      const now = clock.now();
      await insertMail(db, {
        id: ids.id('mail'),
        tenant_id: tenantId,
        user_id: userId,
        link_id: token?.id ?? null,
        kind,
        recipient,
        subject: mailSubject(kind, params),
        params: JSON.stringify(params),
        sealed_secret: token ? secretBox.seal(token.secret) : null,
        status: 'queued',
        attempts: 0,
        next_attempt_at: now,
        last_error: null,
        created_at: now,
        sent_at: null,
      });
    },
    async linkOf(db, mail) {
      if (mail.link_id === null || mail.sealed_secret === null) return undefined;
      const token = await findTokenById(db, mail.link_id);
      if (!token || !isMailed(token.purpose)) return undefined;
      return { token, url: linkUrl(origin(), token.purpose, secretBox.open(mail.sealed_secret)) };
    },
    // The column holds what `queue` wrote.
    render: ({ kind, params }, url) => {
      // A preview has words where the link would be.
      const isLink = url !== undefined && URL.canParse(url);
      return renderMail(kind, JSON.parse(params) as MailParams, url, desktop && isLink ? appLinkUrl(url) : undefined);
    },
  };
};
