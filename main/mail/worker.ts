import { hour, minute, second } from '#shared/rules/limits.ts';
import type { Config } from '../config/config.ts';
import type { Clock } from '../platform/clock.ts';
import type { ClockWatch } from '../platform/clock-watch.ts';
import type { Logger } from '../platform/logger.ts';
import { latestEnd } from '../platform/remaining-wait.ts';
import type { Database } from '../storage/database/database.ts';
import { findMailHold } from '../storage/store/mail/mail-hold.ts';
import { claimMail, findRefusedSender, type MailRow, nextDueMail, updateMail } from '../storage/store/mail/mails.ts';
import { attachLogo, findMailBrand } from './brand.ts';
import type { MailGateway } from './gateway.ts';
import type { Outbox } from './outbox.ts';
import { mailFailureOf } from './outcome.ts';
import { isPermanentFailure, type MailTransport } from './smtp.ts';

/** Sends queued emails: soon after each commit that queues one, and again after failures. */
export interface MailWorker {
  /** Begins each run at a random time after the commit, so that whoever asks for an email can't time what becomes of it. */
  start(): void;
  /** Sends everything that is due; resolves when nothing is left. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

/** What sending works with. */
interface MailWorkerParts {
  readonly config: Pick<Config, 'signUps' | 'isExposed'>;
  readonly db: Database;
  readonly clock: Clock;
  readonly clockWatch: ClockWatch;
  readonly log: Logger;
  readonly outbox: Outbox;
  readonly mailGateway: MailGateway;
}

const pollIntervalMs = 15 * second;
/** How soon after a commit a run begins, in milliseconds, at random (seed 000 §7.1). */
const startDelaysMs = { from: 0.5 * second, to: 2.5 * second };
const maxAttempts = 8;
const firstDelayMs = 1 * minute;
const maxDelayMs = 1 * hour;
/** All email waits for a sender that is refused. */
const maxSenderDelayMs = 15 * minute;
/** Longer than an attempt takes. */
const claimMs = 5 * minute;

/** Milliseconds until the next attempt, given the number of failed ones. */
const retryDelayMs = (attempts: number): number => Math.min(firstDelayMs * 2 ** (attempts - 1), maxDelayMs);

/**
 * `processRequest` turns the next queued request about an address into an email, and returns false if there is none. It
 * takes turns with sending, so that neither a flood of requests nor one of emails holds up the other.
 * @param random a number from 0 to 1
 */
export const createMailWorker = (
  { config, db, clock, clockWatch, log, outbox, mailGateway }: MailWorkerParts,
  processRequest: () => Promise<boolean>,
  random: () => number,
): MailWorker => {
  /** Whose answer to the sender keeps the others waiting; `unknown` after the start, as the database may know of one. */
  let refusedBy: MailTransport | 'unknown' | undefined = 'unknown';

  const fail = async (mail: MailRow, smtp: MailTransport, error: unknown): Promise<void> => {
    const attempts = mail.attempts + 1;
    const problem = mailFailureOf(error);
    const abandoned = problem !== 'sender_refused' && (attempts >= maxAttempts || isPermanentFailure(error));
    await updateMail(db.writeFor(mail.tenant_id), mail.id, {
      status: abandoned ? 'abandoned' : 'failed',
      attempts,
      next_attempt_at:
        clock.now() + Math.min(retryDelayMs(attempts), problem === 'sender_refused' ? maxSenderDelayMs : maxDelayMs),
      last_error: problem,
    });
    if (problem === 'sender_refused') refusedBy = smtp;
    log.warn({ mail_id: mail.id, kind: mail.kind, attempts, abandoned, err: error }, 'failed to send email');
  };

  const send = async (mail: MailRow, smtp: MailTransport): Promise<void> => {
    try {
      const carried = await outbox.linkOf(db.read, mail);
      // The secret outlives its token's row: never send an email without the link that it had.
      if (mail.sealed_secret !== null && !(carried && isUsable(carried.token, clock.now()))) {
        const isDead = !(carried && isUsable(carried.token, clockWatch.dueTime()));
        await updateMail(
          db.writeFor(mail.tenant_id),
          mail.id,
          isDead
            ? { status: 'abandoned', last_error: 'link_invalid' }
            : { next_attempt_at: clock.now() + firstDelayMs },
        );
        return;
      }
      const found = await findMailBrand({ config, db: db.read }, mail);
      const attached = found && attachLogo(found);
      const rendered = outbox.render(mail, carried?.url, attached?.brand);
      await smtp.send(mail.recipient, rendered, attached?.images);
    } catch (error) {
      await fail(mail, smtp, error);
      return;
    }
    await updateMail(db.writeFor(mail.tenant_id), mail.id, {
      status: 'sent',
      attempts: mail.attempts + 1,
      sent_at: clock.now(),
      last_error: null,
      // Delivered: no one else needs the link.
      sealed_secret: null,
    });
  };

  /**
   * DECISION 0284: the next email to try with a server. One whose sender was refused keeps all others waiting, as they have the
   * same sender. It is tried again after a while, and at once with other settings and after a start.
   */
  const nextMail = async (transport: MailTransport): Promise<MailRow | undefined> => {
    const now = clock.now();
    const refused = refusedBy === undefined ? undefined : await findRefusedSender(db.read);
    if (!refused) {
      refusedBy = undefined;
      return nextDueMail(db.read, { now, after: lastTenant, maxDelayMs });
    }
    const { next_attempt_at: at } = refused;
    const isDue = at <= now || at > latestEnd(now, maxDelayMs) || refusedBy !== transport;
    return isDue ? refused : undefined;
  };

  let lastTenant = '';
  const sendNext = async (): Promise<boolean> => {
    // Look these up for each email: the server may have been changed or removed.
    if (await findMailHold(db.read)) return false;
    const transport = await mailGateway.transport();
    const mail = transport && (await nextMail(transport));
    if (!mail) return false;
    lastTenant = mail.tenant_id;
    // Another instance may be sending it. If this one ends before it has, someone tries again after the claim.
    if (db.isShared && !(await claimMail(db.write, mail, clock.now() + claimMs))) return true;
    await send(mail, transport);
    return true;
  };

  const workOff = async (): Promise<void> => {
    let isWork = true;
    while (isWork && !stopped) {
      const isRequest = await processRequest();
      isWork = (await sendNext()) || isRequest;
    }
  };

  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Timeout | undefined;

  /** One run at a time; a nudge during a run triggers one more. */
  const drain = (): Promise<void> => {
    again = true;
    running ??= (async () => {
      while (again && !stopped) {
        again = false;
        await workOff();
      }
    })().finally(() => {
      running = undefined;
    });
    return running;
  };
  const nudge = (): void => {
    drain().catch((error: unknown) => log.error({ err: error }, 'mail worker failed; will retry'));
  };

  const runSoon = (): void => {
    soon = undefined;
    nudge();
  };
  /** Commits before the run begins join it. */
  const nudgeSoon = (): void => {
    const { from, to } = startDelaysMs;
    soon ??= setTimeout(runSoon, from + random() * (to - from)).unref();
  };

  return {
    start() {
      db.changes.onCommit('mail', nudgeSoon);
      timer = setInterval(nudge, pollIntervalMs);
      timer.unref();
      nudge();
    },
    drain,
    async stop() {
      stopped = true;
      clearInterval(timer);
      clearTimeout(soon);
      await running;
      mailGateway.close();
    },
  };
};

const isUsable = (token: { used_at: number | null; voided_at: number | null; expires_at: number }, now: number) =>
  token.used_at === null && token.voided_at === null && token.expires_at > now;
