import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { openSessions, storedUser } from '#e2e/support/rows.ts';
import { invite, scheduleDeletion, storedInvitation } from '#e2e/support/team.ts';
import { createTestService, type Person, type TestService, testPassword } from '#e2e/support/test-service.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { contract } from '#shared/contract/index.ts';
import { day, minute } from '#shared/rules/limits.ts';
import { purge } from '../jobs/purge.ts';

const { auth, profile, sessions } = contract;
const year = 365 * day;

let app: TestService;
let owner: Person;
beforeEach(async () => {
  app = await createTestService({ 'rate-limits': 'off' });
  owner = await app.owner();
  await app.service.mailWorker.drain();
  app.clock.advance(11 * minute);
});
afterEach(() => app.close());

/** Does something while the clock is a year ahead. */
const whileAhead = async (work: () => Promise<unknown>): Promise<void> => {
  app.clock.jump(year);
  await work();
  app.clock.jump(-year);
};

const signUpAs = (email: string) =>
  app.call(auth.signup, { email, name: 'Someone', password: testPassword, company_name: 'Else' });

/** Asks for something that ends what is over, with the proof that it does once the time has really passed. */
const requests: [string, () => Promise<{ ask: () => Promise<unknown>; isAlive: () => Promise<boolean> }>][] = [
  [
    'a call',
    async () => ({
      ask: () => failsWith(app.call(profile.getMe, {}, { token: owner.token }), 'SESSION_ENDED'),
      isAlive: async () => (await openSessions(app, owner.id)).length > 0,
    }),
  ],
  [
    'a refresh',
    async () => ({
      ask: () => failsWith(app.call(auth.refresh, { refresh_token: owner.refreshToken }), 'REFRESH_TOKEN_INVALID'),
      isAlive: async () => (await openSessions(app, owner.id)).length > 0,
    }),
  ],
  [
    'a list of sessions',
    async () => {
      const member = await app.join(owner);
      return {
        ask: async () => app.call(sessions.listSessionHistory, {}, { token: (await app.login(owner)).token }),
        isAlive: async () => (await openSessions(app, member.id)).length > 0,
      };
    },
  ],
  [
    'a sign-up with the address of an account that is leaving',
    async () => {
      const leaver = await app.owner('leaver@example.com');
      await scheduleDeletion(app, leaver);
      return {
        ask: () => signUpAs(leaver.email).catch(() => {}),
        isAlive: async () => (await storedUser(app, leaver.id)).status === 'pending_deletion',
      };
    },
  ],
  [
    'a sign-up with an address that its former holder may take back',
    async () => {
      const { email } = owner;
      await app.call(profile.changeEmail, { new_email: 'new@example.com', password: testPassword }, owner);
      await app.call(auth.verifyEmail, { token: await app.mailedToken('new@example.com') });
      return {
        ask: () => signUpAs(email).catch(() => {}),
        isAlive: async () => {
          const { db } = app.service.context;
          const taken = tablesOf(db.read).selectFrom('users').select('id').where('email', '=', email);
          return (await taken.executeTakeFirst()) === undefined;
        },
      };
    },
  ],
  [
    'an invitation of someone who has one',
    async () => {
      const { invitation_id } = await invite(app, owner, 'ann@example.com');
      return {
        ask: async () => invite(app, await app.login(owner), 'ann@example.com').catch(() => {}),
        isAlive: async () => (await storedInvitation(app, invitation_id)).status === 'pending',
      };
    },
  ],
  [
    'a request that is repeated with its Idempotency-Key',
    async () => {
      const { idempotency } = app.service.context;
      let count = 0;
      const by = { userId: owner.id, tenantId: owner.tenantId };
      const ask = () =>
        idempotency.once({ key: 'k', by, operation: 'test', input: {} }, async () => {
          count += 1;
          return count;
        });
      await ask();
      return { ask, isAlive: async () => count === 1 };
    },
  ],
];

describe.each(requests)('%s', (_, prepare) => {
  it('ends nothing while the clock is ahead', async () => {
    const { ask, isAlive } = await prepare();
    await whileAhead(ask);
    expect(await isAlive()).toBe(true);
  });

  it('ends what is over once a year has passed', async () => {
    const { ask, isAlive } = await prepare();
    app.clock.advance(year);
    await ask();
    expect(await isAlive()).toBe(false);
  });
});

it('a session that was refused because of the clock works again', async () => {
  await whileAhead(async () => {
    await failsWith(app.call(profile.getMe, {}, { token: owner.token }), 'SESSION_ENDED');
    await failsWith(app.call(auth.refresh, { refresh_token: owner.refreshToken }), 'REFRESH_TOKEN_INVALID');
  });
  await app.call(profile.getMe, {}, { token: owner.token });
  await app.call(auth.refresh, { refresh_token: owner.refreshToken });
});

it('the devices of an account are not unknown for longer than since the clock is right', async () => {
  await whileAhead(async () => {
    await app.call(auth.forgotPassword, { email: owner.email });
    const token = await app.mailedToken(owner.email);
    await app.call(auth.resetPassword, { token, new_password: 'Another word 7' });
  });
  app.clock.advance(11 * minute);
  await purge(app.service.context);
  expect((await storedUser(app, owner.id)).devices_known_from).toBe(app.clock.now());
});
