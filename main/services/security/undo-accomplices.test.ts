import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '#e2e/support/api-keys.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { storedUser } from '#e2e/support/rows.ts';
import { activeOwners, mailsTo, scheduleDeletion, setUser } from '#e2e/support/team.ts';
import { createTestService, type Person, type TestService } from '#e2e/support/test-service.ts';
import { signIn, victimAndThief } from '#e2e/support/thief.ts';
import type { OperationName } from '#main/service-commands/operations.ts';
import { runOperation } from '#main/service-commands/run-operation.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { contract } from '#shared/contract/index.ts';
import { day } from '#shared/rules/limits.ts';
import type { Role } from '#shared/rules/roles.ts';

const { auth, profile, security, team } = contract;

let app: TestService;
beforeAll(async () => {
  app = await createTestService({ 'rate-limits': 'off' });
});
afterAll(() => app.close());

const undo = (token: string) => app.call(security.undoChange, { token });
const of = ({ id: user_id, tenantId }: Person) => ({ tenant_id: tenantId, user_id });
const setRole = (by: Person, person: Person, role: Role) => {
  app.clock.advance(1);
  return app.call(team.changeRole, { ...of(person), role }, { token: by.token });
};

const operate = (name: OperationName, input: object) =>
  runOperation(app.service.context, name, input, { emit: async () => {}, body: (async function* () {})() });

interface Cast {
  victim: Person;
  /** A session of the victim. It makes the accomplice an owner. */
  thief: Person;
  accomplice: Person;
  friend: Person;
}

/** What accomplices do to each other and to the victim, so that no link leads back to the beginning. */
const doings: [string, (cast: Cast) => Promise<unknown>][] = [
  ['demotes the victim', async ({ victim, accomplice }) => setRole(accomplice, victim, 'member')],
  [
    'makes a friend an owner, and demotes the victim',
    async ({ victim, accomplice, friend }) => {
      await setRole(accomplice, friend, 'owner');
      await setRole(accomplice, victim, 'member');
    },
  ],
  [
    'is demoted by a friend whom they made an owner, after the victim',
    async ({ victim, accomplice, friend }) => {
      await setRole(accomplice, friend, 'owner');
      await setRole(accomplice, victim, 'member');
      await setRole(friend, accomplice, 'admin');
    },
  ],
  [
    'demotes the victim, and tries to remove and to disable them',
    async ({ victim, accomplice }) => {
      await setRole(accomplice, victim, 'member');
      for (const shutOut of [team.removeMember, team.disableMember]) {
        const refusal = await failsWith(app.call(shutOut, of(victim), { token: accomplice.token }), 'FORBIDDEN');
        expect(refusal.reason).toBe('ownership_can_be_undone');
      }
    },
  ],
  [
    'is demoted by a friend, and tries to remove and to disable the victim, though both can undo the same',
    async ({ victim, accomplice, friend }) => {
      await setRole(accomplice, friend, 'owner');
      await setRole(friend, victim, 'member');
      await setRole(friend, accomplice, 'admin');
      for (const shutOut of [team.removeMember, team.disableMember]) {
        await failsWith(app.call(shutOut, of(victim), { token: accomplice.token }), 'FORBIDDEN');
      }
    },
  ],
  [
    'hands their ownership over, while the victim still is an owner',
    async ({ accomplice, friend }) => {
      app.clock.advance(1);
      const transfer = { ...of(friend), password: accomplice.password };
      await app.call(team.transferOwnership, transfer, { token: accomplice.token });
    },
  ],
  [
    'stays while the stolen session tries to remove its own account',
    async ({ victim, thief }) => {
      await failsWith(app.call(team.removeMember, of(victim), { token: thief.token }), 'FORBIDDEN');
      const bulk = { tenant_id: victim.tenantId, user_ids: [victim.id] };
      await failsWith(app.call(team.removeMembers, bulk, { token: thief.token }), 'FORBIDDEN');
    },
  ],
  [
    'is demoted by that friend, and made an owner again, before the victim is demoted',
    async ({ victim, accomplice, friend }) => {
      await setRole(accomplice, friend, 'owner');
      await setRole(friend, accomplice, 'member');
      await setRole(friend, accomplice, 'owner');
      await setRole(accomplice, victim, 'member');
    },
  ],
  [
    'is demoted by that friend, and leaves',
    async ({ victim, accomplice, friend }) => {
      await setRole(accomplice, friend, 'owner');
      await setRole(friend, victim, 'admin');
      await setRole(friend, accomplice, 'member');
      await scheduleDeletion(app, accomplice);
    },
  ],
  [
    'is demoted by that friend, and disabled, and the friend hands their ownership over',
    async ({ victim, accomplice, friend }) => {
      await setRole(accomplice, friend, 'owner');
      await setRole(friend, accomplice, 'admin');
      // As an owner who was one before all this can.
      await setUser(app, accomplice.id, { status: 'disabled' });
      const third = await app.join(friend, 'admin');
      await setRole(friend, victim, 'member');
      app.clock.advance(1);
      await app.call(team.transferOwnership, { ...of(third), password: friend.password }, { token: friend.token });
      await failsWith(app.call(team.removeMember, of(victim), { token: third.token }), 'FORBIDDEN');
    },
  ],
];

const stolen = async (): Promise<Cast> => {
  const { victim, thief } = await victimAndThief(app);
  const accomplice = await app.join(victim, 'admin');
  const friend = await app.join(victim);
  app.clock.advance(1);
  await createKey(app, thief);
  await setRole(thief, accomplice, 'owner');
  return { victim, thief, accomplice, friend };
};

/** The links that undo something and that the victim got, the oldest first. */
const linksOf = async ({ email }: Person, kinds: readonly string[]): Promise<string[]> => {
  const { secretBox } = app.service.context;
  const mails = (await mailsTo(app, email)).filter(({ kind }) => kinds.includes(kind));
  return mails.flatMap((mail) => (mail.sealed_secret === null ? [] : [secretBox.open('mails.sealed_secret', mail)]));
};

const keyLinkOf = async (victim: Person): Promise<string> =>
  (await linksOf(victim, ['api_key_created'])).slice(-1)[0] ?? '';

describe.each(doings)('an accomplice whom a stolen session made an owner %s:', (_, act) => {
  it.each([
    ['the link about the key that the session created', async ({ victim }: Cast) => [await keyLinkOf(victim)]],
    ['all links about owners, the oldest first', ({ victim }: Cast) => linksOf(victim, ['owner_added'])],
    [
      'all links about owners, the newest first',
      async ({ victim }: Cast) => (await linksOf(victim, ['owner_added'])).reverse(),
    ],
  ])('%s, give the organization back to its only owner', async (_links, listLinks) => {
    const cast = await stolen();
    await act(cast);
    app.clock.advance(1);
    for (const link of await listLinks(cast)) await undo(link).catch(() => undefined);
    expect((await activeOwners(app, cast.victim.tenantId)).map(({ id }) => id)).toEqual([cast.victim.id]);
    await failsWith(app.call(profile.getMe, {}, { token: cast.thief.token }), 'SESSION_ENDED');
  });
});

it('an owner whose deletion the thief has scheduled gets the links about later owners, too', async () => {
  const { victim, thief, accomplice, friend } = await stolen();
  await scheduleDeletion(app, thief);
  await setRole(accomplice, friend, 'owner');
  await setRole(friend, accomplice, 'member');
  await failsWith(app.call(team.removeMember, of(victim), { token: friend.token }), 'FORBIDDEN');
  const refusal = await failsWith(signIn(app, victim), 'ACCOUNT_PENDING_DELETION');
  await app.call(auth.restoreAccount, { restore_token: refusal.restore_token ?? '' });
  await setRole(friend, victim, 'member');
  await failsWith(app.call(team.removeMember, of(victim), { token: friend.token }), 'FORBIDDEN');
  for (const link of await linksOf(victim, ['owner_added'])) await undo(link).catch(() => undefined);
  expect((await activeOwners(app, victim.tenantId)).map(({ id }) => id)).toEqual([victim.id]);
});

it('the link about what another session did leaves the links about owners open', async () => {
  const { victim, thief } = await victimAndThief(app);
  const accomplice = await app.join(victim, 'admin');
  app.clock.advance(1);
  await createKey(app, await app.login(victim));
  await setRole(thief, accomplice, 'owner');
  await undo(await keyLinkOf(victim));
  await setRole(accomplice, victim, 'member');
  for (const link of await linksOf(victim, ['owner_added'])) await undo(link);
  expect((await activeOwners(app, victim.tenantId)).map(({ id }) => id)).toEqual([victim.id]);
});

it('no link takes back an ownership that is older than seven days', async () => {
  const founder = await app.owner();
  const rightful = await app.join(founder);
  const third = await app.join(founder);
  await setRole(founder, rightful, 'owner');
  // As if the session had been in use all the time since.
  const sent = { created_at: app.clock.now() - 8 * day, expires_at: app.clock.now() - day };
  const { write } = app.service.context.db;
  await tablesOf(write).updateTable('one_time_tokens').set(sent).where('subject_id', '=', rightful.id).execute();
  const sinceThen = await app.login(rightful);
  await setRole(founder, third, 'owner');
  await setRole(sinceThen, founder, 'member');
  for (const link of await linksOf(founder, ['owner_added'])) await undo(link).catch(() => undefined);
  expect((await storedUser(app, rightful.id)).role).toBe('owner');
  expect((await storedUser(app, third.id)).role).not.toBe('owner');
});

it('an owner whom the operator made one stays, though a stolen session had done so before', async () => {
  const cast = await stolen();
  const { victim, accomplice } = cast;
  await operate('user set-role', { user: accomplice.email, role: 'member' });
  await operate('user set-role', { user: accomplice.email, role: 'owner' });
  await undo(await keyLinkOf(victim));
  expect((await storedUser(app, accomplice.id)).role).toBe('owner');
});

it('an owner whom another one made one again stays', async () => {
  const { victim, accomplice } = await stolen();
  const other = await app.join(victim, 'owner');
  await setRole(other, accomplice, 'member');
  await setRole(other, accomplice, 'owner');
  await undo(await keyLinkOf(victim));
  expect((await storedUser(app, accomplice.id)).role).toBe('owner');
});

it('the link about a key gives no address back that someone else has signed up with, and can be used again', async () => {
  const { victim, thief } = await victimAndThief(app);
  await createKey(app, thief);
  const link = await keyLinkOf(victim);
  app.clock.advance(1);
  const new_email = `thief.of.${victim.email}`;
  await app.call(profile.changeEmail, { new_email, password: victim.password }, { token: thief.token });
  await app.call(auth.verifyEmail, { token: await app.mailedToken(new_email, 'verification') });
  const stranger = await app.owner();
  // As the operator of the server can.
  await setUser(app, stranger.id, { email: victim.email });
  await failsWith(undo(link), 'EMAIL_TAKEN');
  expect((await storedUser(app, victim.id)).email).toBe(new_email);
  await setUser(app, stranger.id, { email: stranger.email });
  await undo(link);
  expect((await storedUser(app, victim.id)).email).toBe(victim.email);
});
