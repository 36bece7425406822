import { beforeEach, expect, it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { textsIn } from './texts.ts';
import { watchAuditLog } from './watch-audit-log.ts';

const app = perTest(() => createTestService({ 'rate-limits': 'off' }));
const owner = perTest(() => app.owner());
const texts = textsIn('en');

let header: string | undefined;
let shown: string[];
let tell = (): void => {};
beforeEach(() => {
  header = undefined;
  shown = [];
  const authorization = {
    current: () => header,
    onChange(listener: () => void) {
      tell = listener;
    },
  };
  watchAuditLog(app.service.context, { authorization, show: ({ body }) => shown.push(body), texts });
});

/** Who is signed in at the window changes. */
const atWindow = (person: Pick<Person, 'token'> | undefined): void => {
  header = person && `Bearer ${person.token}`;
  tell();
};

const signInFrom = ({ email, password }: Person, ip: string) =>
  app.call(contract.auth.login, { email, password }, { ip });

/** Signs the owner in from an address until that is shown. All that happened before has been looked at then. */
const untilShownFrom = (ip: string) =>
  expect
    .poll(async () => {
      await signInFrom(owner, ip);
      return shown;
    })
    .toContain(texts.newSignInFrom(ip));

it('sign-ins elsewhere are news for the account at the window, and those of others are not', async () => {
  const colleague = await app.join(owner);
  atWindow(owner);
  await untilShownFrom('192.0.2.1');
  await signInFrom(colleague, '192.0.2.2');
  await untilShownFrom('192.0.2.3');
  expect([...new Set(shown)]).toEqual(['192.0.2.1', '192.0.2.3'].map(texts.newSignInFrom));
});

it('what happened while no one was signed in at the window is no news', async () => {
  await signInFrom(owner, '192.0.2.4');
  atWindow(owner);
  await untilShownFrom('192.0.2.5');
  atWindow(undefined);
  await signInFrom(owner, '192.0.2.6');
  atWindow(owner);
  await untilShownFrom('192.0.2.7');
  expect([...new Set(shown)]).toEqual(['192.0.2.5', '192.0.2.7'].map(texts.newSignInFrom));
});

it('what happens is news for whoever is at the window then, not for who comes next', async () => {
  const colleague = await app.join(owner);
  atWindow(owner);
  await untilShownFrom('192.0.2.8');
  let isNext = true;
  app.service.context.db.changes.onCommit('audit', () => {
    if (isNext) atWindow(colleague);
    isNext = false;
  });
  await signInFrom(owner, '192.0.2.9');
  await expect.poll(() => shown).toContain(texts.newSignInFrom('192.0.2.9'));
});
