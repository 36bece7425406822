import { setTimeout } from 'node:timers/promises';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { addApplication } from '#e2e/support/applications.ts';
import { type Answer, startReceiver } from '#e2e/support/event-receiver.ts';
import { createInstances, type Instance } from '#e2e/support/instances.ts';
import { times } from '#e2e/support/outcomes.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { testPassword } from '#e2e/support/test-service.ts';
import { followKeys } from '#main/jobs/follow-keys.ts';
import { sidOf } from '#main/security/logout-tokens.ts';
import { runOperation } from '#main/service-commands/run-operation.ts';
import { enterApplication } from '#main/storage/store/logouts/application-sessions.ts';
import { countLogoutNotices } from '#main/storage/store/logouts/logout-notices.ts';
import { contract } from '#shared/contract/index.ts';
import { minute } from '#shared/rules/limits.ts';

const email = 'ada@example.com';
const instances = perTest(() => createInstances({ 'rate-limits': 'off' }));
let one: Instance;
let two: Instance;
let tenantId: string;
beforeEach(async () => {
  [one, two] = instances.all;
  const account = { email, name: 'Ada', password: testPassword, company_name: 'Example' };
  ({ tenant_id: tenantId } = await one.call(contract.auth.signup, account));
  for (const { service } of instances.all)
    Object.assign(service.context.config, { isPublicHttps: true, publicUrl: 'https://castellan.example' });
  const nothing = { emit: async () => {}, body: (async function* () {})() };
  let isRotating = true;
  const rotation = runOperation(one.service.context, 'keys rotate', { signing: true }, nothing).finally(() => {
    isRotating = false;
  });
  // It waits until the other instance has the keys, whose jobs don't run here.
  while (isRotating) {
    await followKeys(two.service.context);
    await setTimeout(10);
  }
  await rotation;
});

const told = async (answer?: () => Answer) => {
  const receiver = await startReceiver(answer);
  onTestFinished(receiver.close);
  const { write, read } = one.service.context.db;
  await addApplication(write, 'app_wiki', tenantId, { backchannel_logout_uri: receiver.url, logout_allow_private: 1 });
  return { received: receiver.received, waiting: () => countLogoutNotices(read, 'app_wiki') };
};
const signedIn = async () => {
  const { access_token: token, user } = await one.call(contract.auth.login, { email, password: testPassword });
  return { token, userId: user.id, sessionId: (await one.service.context.callers.verify(token)).sessionId };
};
type SignedIn = Awaited<ReturnType<typeof signedIn>>;

/** Enters the application, as a token request does. */
const enter = ({ service }: Instance, { userId, sessionId }: SignedIn) =>
  service.context.db.transaction({ tenant: tenantId }, (tx) =>
    enterApplication(tx, {
      ...{ sid: sidOf(sessionId, 'app_wiki'), application_id: 'app_wiki', session_id: sessionId, user_id: userId },
      ...{ tells_sid: 1, entered_at: instances.clock.now() },
    }),
  );
const drainAll = () => Promise.all(instances.all.map(({ service }) => service.logoutWorker.drain()));

it('a notice is sent once, whichever instance has queued it', async () => {
  const wiki = await told();
  const people = await Promise.all(times(6, signedIn));
  await Promise.all(people.map((person) => enter(two, person)));
  await Promise.all(people.map(({ token }) => two.call(contract.auth.logout, {}, token)));
  expect(await wiki.waiting()).toBe(6);
  await drainAll();
  expect(wiki.received).toHaveLength(6);
  expect(await wiki.waiting()).toBe(0);
});

it('a notice is sent again by one instance', async () => {
  let isUp = false;
  const wiki = await told(() => (response) => void response.writeHead(isUp ? 204 : 503).end());
  const person = await signedIn();
  await enter(one, person);
  await one.call(contract.auth.logout, {}, person.token);
  await drainAll();
  expect(wiki.received).toHaveLength(1);
  isUp = true;
  instances.clock.advance(minute);
  await drainAll();
  expect(wiki.received).toHaveLength(2);
  expect(await wiki.waiting()).toBe(0);
});

it('a session that ends while an application is entered in it either refuses that, or tells the application', async () => {
  const wiki = await told();
  const rounds = await Promise.all(
    times(10, async () => {
      const person = await signedIn();
      const [isEntered] = await Promise.all([enter(two, person), one.call(contract.auth.logout, {}, person.token)]);
      return isEntered;
    }),
  );
  expect(await wiki.waiting()).toBe(rounds.filter(Boolean).length);
});
