import { sidOf } from '../security/logout-tokens.ts';
import type { SystemContext } from '../services/context.ts';
import type { Client } from '../services/handler.ts';
import {
  accountActor,
  applicationTarget,
  type EventOrigin,
  recordEvent,
  systemActor,
  unknownActor,
  userTarget,
} from '../services/recording/record-event.ts';
import { findUser } from '../storage/store/identity/users.ts';
import { type ApplicationSessionRow, enterApplication } from '../storage/store/logouts/application-sessions.ts';
import { findOpenApplication } from '../storage/store/oauth/applications.ts';
import { findConsent, saveConsent, touchConsent } from '../storage/store/oauth/consents.ts';
import { endGrant } from '../storage/store/oauth/records.ts';
import { countSignIn } from '../storage/store/oauth/sign-ins.ts';
import type { Payload } from './adapter.ts';

/** By which grants an access token is given to someone who has just signed in. */
const signsIn: ReadonlySet<string> = new Set(['authorization_code', 'device_code']);

interface About {
  readonly userId: string;
  readonly applicationId: string;
}

/**
 * Notes that an application got an access token for someone, and that they signed in, or are still there. False if the session in which
 * they signed in has ended meanwhile.
 */
export const recordUse = async (
  { callers, clock, db }: SystemContext,
  { accountId, clientId, gty, expiresWithSession }: Payload,
  sessionId: string | null,
): Promise<boolean> => {
  const application = clientId === undefined ? undefined : await findOpenApplication(db.read, clientId);
  if (!application || accountId === undefined) return true;
  const isSignIn = gty !== undefined && signsIn.has(gty);
  // Whoever works with an application is active, although they aren't here.
  if (expiresWithSession && !isSignIn && sessionId !== null)
    callers.recordActivity({ id: sessionId, tenantId: application.tenant_id });
  if (isSignIn && sessionId !== null) {
    const entry: ApplicationSessionRow = {
      ...{ sid: sidOf(sessionId, application.id), application_id: application.id, session_id: sessionId },
      ...{ user_id: accountId, tells_sid: application.logout_session_required, entered_at: clock.now() },
    };
    if (!(await db.transaction({ tenant: application.tenant_id }, (tx) => enterApplication(tx, entry)))) return false;
  }
  // Each by itself: many people refresh at once, and a transaction would have them wait for each other.
  const write = db.writeFor(application.tenant_id);
  await touchConsent(write, accountId, application.id, clock.now());
  if (isSignIn) await countSignIn(write, application.id, clock.now());
  return true;
};

/** Stores what someone lets an application have, in addition to what they did before, with its row in the audit log. */
export const recordConsent = async (
  context: SystemContext,
  about: About,
  scopes: readonly string[],
  client: Client,
): Promise<void> => {
  const { clock, db } = context;
  const application = await findOpenApplication(db.read, about.applicationId);
  if (!application) return;
  await db.transaction({ tenant: application.tenant_id }, async (tx) => {
    const user = await findUser(tx, about.userId);
    if (!user) return;
    const known = await findConsent(tx, user.id, application.id);
    await saveConsent(tx, {
      user_id: user.id,
      application_id: application.id,
      scopes: [...new Set([...(known?.scopes.split(' ') ?? []), ...scopes])].join(' '),
      granted_at: clock.now(),
      last_used_at: known?.last_used_at ?? null,
    });
    await recordEvent(context, tx, {
      action: 'allowApplication',
      actor: accountActor(user),
      client,
      target: applicationTarget(application),
      details: { scopes: scopes.join(' ') },
    });
  });
};

/** Writes the row of the audit log that someone denied an application access. */
export const recordRefusal = async (context: SystemContext, about: About, client: Client): Promise<void> => {
  const { db } = context;
  const application = await findOpenApplication(db.read, about.applicationId);
  const user = await findUser(db.read, about.userId);
  if (!application || user?.tenant_id !== application.tenant_id) return;
  await db.transaction({ tenant: application.tenant_id }, (tx) =>
    recordEvent(context, tx, {
      action: 'refuseApplication',
      actor: accountActor(user),
      client,
      target: applicationTarget(application),
    }),
  );
};

/**
 * Ends a grant with its codes and tokens: the application gave it back, or used something twice. One row in the audit log, however often
 * it is ended at once.
 */
export const endGrantFor = async (
  context: SystemContext,
  applicationId: string | undefined,
  grantHash: string,
  action: 'returnAccess' | 'endReusedAccess',
  client: EventOrigin | undefined,
): Promise<void> => {
  const { db } = context;
  const application = applicationId === undefined ? undefined : await findOpenApplication(db.read, applicationId);
  await db.transaction({ tenant: application?.tenant_id }, async (tx) => {
    const grant = await endGrant(tx, grantHash);
    const user = grant?.user_id == null ? undefined : await findUser(tx, grant.user_id);
    if (!user || !application) return;
    await recordEvent(context, tx, {
      action,
      actor: action === 'returnAccess' ? systemActor(user.tenant_id) : unknownActor(user.tenant_id),
      client,
      target: userTarget(user),
      details: { application: application.name, application_id: application.id },
    });
  });
};
