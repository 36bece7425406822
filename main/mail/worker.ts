import { hour, minute, second } from '#shared/limits.ts';
import type { AppContext } from '../context.ts';
import { type MailRow, nextDueMail, updateMail } from '../store/mails.ts';
import { processMailRequests } from './requests.ts';
import { isPermanentFailure, type MailTransport } from './smtp.ts';

/** Sends what is queued: soon after each commit that queued something, and again after a failure. */
export interface MailWorker {
  start(): void;
  /** Works off what is due now; resolves when nothing is left. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

const pollIntervalMs = 15 * second;
const maxAttempts = 8;
const firstDelayMs = 1 * minute;
const maxDelayMs = 1 * hour;

/** Milliseconds until the next try after so many failed ones. */
export const retryDelayMs = (attempts: number): number => Math.min(firstDelayMs * 2 ** (attempts - 1), maxDelayMs);

export const createMailWorker = (context: AppContext): MailWorker => {
  const { db, clock, log, outbox, mailGateway } = context;

  const fail = async (mail: MailRow, error: unknown): Promise<void> => {
    const attempts = mail.attempts + 1;
    const abandoned = attempts >= maxAttempts || isPermanentFailure(error);
    await updateMail(db.write, mail.id, {
      status: abandoned ? 'abandoned' : 'failed',
      attempts,
      next_attempt_at: clock.now() + retryDelayMs(attempts),
      last_error: (error as Error).message.slice(0, 500),
    });
    log.warn({ mail_id: mail.id, kind: mail.kind, attempts, abandoned, err: error }, 'a mail was not sent');
  };

  const send = async (mail: MailRow, smtp: MailTransport): Promise<void> => {
    try {
      const carried = await outbox.linkOf(db.read, mail);
      // The secret outlives its link's row: a mail that had a link is never sent without it.
      const isDead = mail.sealed_secret !== null && (!carried || !isUsable(carried.token, clock.now()));
      if (isDead) {
        await updateMail(db.write, mail.id, { status: 'abandoned', last_error: 'Its link is no longer valid' });
        return;
      }
      await smtp.send(mail.recipient, outbox.render(mail, carried?.url));
    } catch (error) {
      await fail(mail, error);
      return;
    }
    await updateMail(db.write, mail.id, {
      status: 'sent',
      attempts: mail.attempts + 1,
      sent_at: clock.now(),
      last_error: null,
      // The mailbox has the link now: nobody else needs it.
      sealed_secret: null,
    });
  };

  const workOff = async (): Promise<void> => {
    await processMailRequests(context);
    while (!stopped) {
      // Asked for each mail: the server may be another by now, or none.
      const transport = await mailGateway.transport();
      const mail = transport && (await nextDueMail(db.read, clock.now()));
      if (!mail) return;
      await send(mail, transport);
    }
  };

  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  /** One run at a time; a nudge during a run is followed by one more. */
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
    drain().catch((error: unknown) => log.error({ err: error }, 'the mail worker failed; it tries again'));
  };

  return {
    start() {
      db.changes.onCommit('mail', nudge);
      timer = setInterval(nudge, pollIntervalMs);
      timer.unref();
      nudge();
    },
    drain,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
      mailGateway.close();
    },
  };
};

const isUsable = (token: { used_at: number | null; voided_at: number | null; expires_at: number }, now: number) =>
  token.used_at === null && token.voided_at === null && token.expires_at > now;
