import { type Adapter, createAdapter, type Payload } from '#main/oauth/adapter.ts';
import { createRotation } from '#main/oauth/rotation.ts';
import { sessionState } from '#main/oauth/session-state.ts';
import { systemClock } from '#main/platform/clock.ts';
import { sidOf } from '#main/security/logout-tokens.ts';
import { enterApplication } from '#main/storage/store/logouts/application-sessions.ts';
import { addApplication } from './applications.ts';
import type { Person, TestService } from './test-service.ts';

type Granting = Pick<TestService, 'service'>;

const lifetimeSeconds = 30 * 86_400;

/** What the provider keeps its records with, in the browser of a session. */
const adapterIn = (app: Granting, model: string, session?: { id: string; userId: string }): Adapter => {
  const { callers, clock, db, keys } = app.service.context;
  return createAdapter(model, {
    read: db.read,
    write: db.write,
    clock,
    libraryClock: systemClock,
    rotation: createRotation(db, clock, keys),
    sessionInBrowser: async () => session && { ...session, authentication: { amr: [] } },
    stateOf: (id) => sessionState(callers, id),
    exchanged: () => ({}),
    sidFor: () => undefined,
    onIssued: async () => {},
    hashOfUserCode: () => '',
    endGrant: async () => {},
    spent: () => new Error('It was used up'),
  });
};

/** Gives an application lasting access in a session, as a sign-in does. Returns its refresh token. */
export const grantLasting = async (
  app: Granting,
  person: Pick<Person, 'id' | 'tenantId' | 'token'>,
): Promise<string> => {
  const { callers, db, ids } = app.service.context;
  const application = `app_${ids.id('key')}`;
  await addApplication(db.write, application, person.tenantId);
  const { sessionId } = await callers.verify(person.token);
  const session = { id: sessionId, userId: person.id };
  const [grantId, token] = [ids.secret(), ids.secret()];
  const payload: Payload = { accountId: person.id, clientId: application };
  await adapterIn(app, 'Grant', session).upsert(grantId, payload, lifetimeSeconds);
  await db.transaction({ tenant: person.tenantId }, (tx) =>
    enterApplication(tx, {
      ...{ sid: sidOf(sessionId, application), application_id: application, session_id: sessionId },
      ...{ user_id: person.id, tells_sid: 1, entered_at: app.service.context.clock.now() },
    }),
  );
  await adapterIn(app, 'RefreshToken').upsert(token, { ...payload, grantId }, lifetimeSeconds);
  return token;
};

/** Whether the provider still knows a refresh token. */
export const isGranted = async (app: Granting, token: string): Promise<boolean> =>
  (await adapterIn(app, 'RefreshToken').find(token)) !== undefined;
