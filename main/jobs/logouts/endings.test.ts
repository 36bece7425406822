import { expect, it } from 'vitest';
import { createOpenIdService, type SignedIn } from '#e2e/support/openid-service.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createTold } from '#e2e/support/told-applications.ts';
import { runOperation } from '#main/service-commands/run-operation.ts';
import * as sessions from '#main/storage/store/identity/sessions.ts';
import { findUser } from '#main/storage/store/identity/users.ts';
import { endAccess, endEveryAccess } from '#main/storage/store/oauth/end-access.ts';

const server = perFile(() => createOpenIdService());
const told = createTold(server);
const drain = () => server.app.service.logoutWorker.drain();

/** How each way to end sessions is called for one of them. */
const endings: Record<
  Extract<keyof typeof sessions, `end${string}`>,
  (of: SignedIn, id: string) => Promise<unknown>
> = {
  endSession: (_, id) => sessions.endSession(write(), id, 'logout', now()),
  endSessions: (_, id) => sessions.endSessions(write(), [id], 'revoked', now()),
  endSessionsOf: ({ userId }) => sessions.endSessionsOf(write(), userId, 'revoked', now()),
  endSessionsOfTenant: () => sessions.endSessionsOfTenant(write(), server.seed.own.owner.tenantId, 'deleted', now()),
  endAllSessions: () => sessions.endAllSessions(write(), 'revoked', now()),
};
const write = () => server.app.context.db.write;
const now = () => server.clock.now();

it.each(Object.entries(endings))('%s tells what was entered', async (_, end) => {
  const wiki = await told();
  const browser = await server.signedIn();
  await wiki.enter(browser);
  const { sessionId } = await server.app.context.callers.verify(browser.token);
  await end(browser, sessionId);
  await drain();
  expect(wiki.received).toHaveLength(1);
});

const noStreams = { emit: async () => {}, body: (async function* () {})() };

it('tells what was entered by someone who is deleted at once', async () => {
  const wiki = await told();
  const browser = await server.signedIn(server.seed.own.admin.email);
  await wiki.enter(browser);
  await runOperation(server.app.context, 'user delete', { user: browser.userId, now: true }, noStreams);
  expect(await findUser(server.app.context.db.read, browser.userId)).toBeUndefined();
  await drain();
  expect(wiki.claims()).toEqual([expect.objectContaining({ sub: browser.userId })]);
});

it.each([
  ['revoked for one person', (id: string, userId: string) => endAccess(write(), { userId, applicationId: id }, now())],
  ['ended for everyone', (id: string) => endEveryAccess(write(), id, now())],
] as const)('access that is %s is told, too', async (_, end) => {
  const wiki = await told();
  const browser = await server.signedIn();
  await wiki.enter(browser);
  await end(wiki.id, browser.userId);
  await drain();
  expect(wiki.received).toHaveLength(1);
});
