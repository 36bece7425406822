import { lifetimesMs } from '#shared/rules/limits.ts';
import { isOver } from '../platform/remaining-wait.ts';
import { hashSecret } from '../security/refresh-tokens.ts';
import type { SystemContext } from '../services/context.ts';
import type { Client } from '../services/handler.ts';
import { accountActor, applicationTarget, recordEvent } from '../services/recording/record-event.ts';
import { findUser } from '../storage/store/identity/users.ts';
import type { ApplicationRow } from '../storage/store/oauth/applications.ts';
import {
  deleteProtectedSession,
  findWaitingSession,
  insertProtectedSession,
  openProtectedSession,
} from '../storage/store/oauth/protected-sessions.ts';
import { countSignIn } from '../storage/store/oauth/sign-ins.ts';
import type { Ticket } from './tickets.ts';
import type { Person } from './visits.ts';

/** Below this path, a protected host belongs to Castellan. */
export const ownPrefix = '/.castellan/';
export const ownPaths = { callback: `${ownPrefix}callback`, signOut: `${ownPrefix}sign-out` } as const;

/** Where a browser opens what it may. */
export const addressOf = ({ host }: Pick<ApplicationRow, 'host'>, target: string): string => `https://${host}${target}`;

/**
 * Lets the browser of a ticket open a host in someone's name. Returns where it has to go next: an address of the host, for a
 * minute, once, and for this browser alone.
 */
export const letIn = async (
  { clock, db, ids }: SystemContext,
  application: ApplicationRow,
  { caller }: Person,
  { browser, target }: Ticket,
): Promise<string> => {
  const { sessionId, user } = caller;
  if (sessionId === undefined) throw new Error('Keys have no browser');
  const now = clock.now();
  const code = ids.secret();
  await insertProtectedSession(db.writeFor(application.tenant_id), {
    secret_hash: hashSecret(code),
    application_id: application.id,
    user_id: user.id,
    session_id: sessionId,
    browser_hash: browser,
    target,
    created_at: now,
    expires_at: now + lifetimesMs.protectedHostCode,
  });
  return addressOf(application, `${ownPaths.callback}?code=${code}`);
};

/** What a browser has that was let in. */
export interface Opened {
  readonly secret: string;
  /** The path and query that it asked for first. */
  readonly target: string;
}

/** What a browser comes back with. */
export interface Returning {
  readonly code: string;
  readonly browser: string;
  /** What it has from before. That ends. */
  readonly visit: string | undefined;
  readonly client: Client;
}

/**
 * Opens a host for the browser that was let in: it has the cookie that the host gave to it, so no one can be signed in as someone
 * else by a link. Undefined if the code was used, is over, or isn't for it: then it is for no one anymore.
 */
export const open = (
  context: SystemContext,
  application: ApplicationRow,
  { code, browser, visit, client }: Returning,
): Promise<Opened | undefined> => {
  const { clock, db, ids } = context;
  const codeHash = hashSecret(code);
  return db.transaction({ tenant: application.tenant_id }, async (tx) => {
    const waiting = await findWaitingSession(tx, codeHash);
    if (waiting?.application_id !== application.id) return undefined;
    const end = waiting.created_at + lifetimesMs.protectedHostCode;
    if (waiting.browser_hash !== hashSecret(browser) || isOver(waiting.created_at, end, clock.now())) {
      await deleteProtectedSession(tx, codeHash);
      return undefined;
    }
    const user = await findUser(tx, waiting.user_id);
    if (!user) return undefined;
    const secret = ids.secret();
    await openProtectedSession(tx, codeHash, hashSecret(secret));
    if (visit !== undefined) await deleteProtectedSession(tx, hashSecret(visit));
    await countSignIn(tx, application.id, clock.now());
    await recordEvent(context, tx, {
      action: 'openProtectedHost',
      actor: accountActor(user),
      client,
      target: applicationTarget(application),
    });
    return { secret, target: waiting.target ?? '/' };
  });
};

/** Signs a browser out of a host, and of nothing else. */
export const close = ({ db }: SystemContext, application: ApplicationRow, secret: string): Promise<unknown> =>
  deleteProtectedSession(db.writeFor(application.tenant_id), hashSecret(secret));
