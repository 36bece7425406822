import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createKey } from '#e2e/support/api-keys.ts';
import { foreignKeyFaults, isEmbedded } from '#e2e/support/engine.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { storedUser } from '#e2e/support/rows.ts';
import { enrol } from '#e2e/support/second-factor.ts';
import { createWorkspace, invite } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { verifyAuditChain } from '#main/security/audit-verification.ts';
import { contract } from '#shared/contract/index.ts';
import { day, hour, lifetimesMs } from '#shared/rules/limits.ts';
import { tablesOf } from '../storage/database/tables.ts';
import { purge } from './purge.ts';

const canary = {
  name: 'Zelda Quillfeather',
  presentAddress: 'present-canary@example.com',
  formerAddress: 'former-canary@example.com',
  pendingAddress: 'pending-canary@example.com',
  ip: '203.0.113.77',
  ipOfRequests: '198.51.100.23',
  device: 'canaryphone',
  apiKey: 'Canary key',
} as const;
const phone = { ip: canary.ip, userAgent: `${canary.device}/1.0` };

const app = perTest(() => createTestService());
const owner = perTest(() => app.owner());

const run = () => purge(app.service.context);

/** Lets days pass as they do for a running service, with a purge each day. */
const days = async (count: number): Promise<void> => {
  for (let passed = 0; passed < count; passed += 1) {
    app.clock.advance(1 * day);
    await run();
  }
};

const databaseRows = async (): Promise<Record<string, string>> => {
  const { db } = app.service.context;
  const tables = await tablesOf(db.read).introspection.getTables({ withInternalKyselyTables: true });
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    found[name] = JSON.stringify((await sql`select * from ${sql.table(name)}`.execute(tablesOf(db.read))).rows);
  }
  return found;
};

const dataFiles = async (): Promise<Record<string, string>> => {
  const entries = await readdir(app.dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file, await readFile(file, 'latin1')])));
};

/** Which canary is where, as "canary in place". */
const traces = (places: Record<string, string>): string[] =>
  Object.entries(places).flatMap(([place, text]) =>
    Object.entries(canary)
      .filter(([, value]) => text.toLowerCase().includes(value.toLowerCase()))
      .map(([datum]) => `${datum} in ${place}`),
  );

const login = async (person: Person, email: string): Promise<Person> => {
  const { access_token } = await app.call(contract.auth.login, { email, password: person.password }, phone);
  return { ...person, email, token: access_token };
};

/** An owner who leaves every kind of personal data behind. */
const zelda = async (): Promise<Person> => {
  const { formerAddress, presentAddress, pendingAddress } = canary;
  const joined = await app.join(owner, 'owner', formerAddress);
  const first = await login(joined, formerAddress);
  await app.call(contract.profile.updateMe, { name: canary.name }, { token: first.token, ...phone });
  const { password } = joined;
  await app.call(contract.profile.changeEmail, { new_email: presentAddress, password }, { token: first.token });
  await app.call(contract.auth.verifyEmail, { token: await app.mailedToken(presentAddress, 'verification') });
  const person = await login(joined, presentAddress);
  const as = { token: person.token, ...phone };
  await invite(app, person, 'stranger@example.com');
  const helped = await app.join(person);
  await enrol(app, helped);
  await app.call(
    contract.security.resetMemberSecondFactor,
    { tenant_id: owner.tenantId, user_id: helped.id },
    { token: person.token },
  );
  await createKey(app, person, { name: canary.apiKey });
  await createWorkspace(app, person, 'Handed on');
  await app.call(contract.auth.forgotPassword, { email: presentAddress }, { ip: canary.ipOfRequests });
  await app.service.mailWorker.drain();
  await app.call(contract.profile.changeEmail, { new_email: pendingAddress, password }, as);
  await failsWith(
    app.call(contract.auth.login, { email: presentAddress, password: 'wrong' }, phone),
    'INVALID_CREDENTIALS',
  );
  return person;
};

const leave = async (person: Person): Promise<void> => {
  const { token } = await login(person, person.email);
  await app.call(contract.profile.deleteMe, { confirmation: 'DELETE', password: person.password }, { token, ...phone });
};

const expectNoTrace = async (person: Person): Promise<void> => {
  expect(traces(await databaseRows())).toEqual([]);
  expect(traces(await dataFiles())).toEqual([]);
  const { db, audit } = app.service.context;
  expect(await tablesOf(db.read).selectFrom('users').select('id').where('id', '=', person.id).execute()).toEqual([]);
  expect(await foreignKeyFaults(db.read)).toEqual([]);
  expect(await verifyAuditChain(db.read, audit, owner.tenantId)).toMatchObject({ valid: true });
};

describe('30 days after a deletion was asked for', () => {
  it('no table and no file of the data folder names the person, however long ago the emails were sent', async () => {
    const person = await zelda();
    const before = traces(await databaseRows());
    for (const datum of Object.keys(canary)) expect(before.join()).toContain(datum);
    if (isEmbedded()) expect(traces(await dataFiles()).join()).toContain('formerAddress');
    await days(20);
    await leave(person);
    await days(29);
    expect(traces(await databaseRows()).join()).toContain('presentAddress');
    await days(1);
    await expectNoTrace(person);
  });

  it('neither if someone removed them in the meantime', async () => {
    const person = await zelda();
    await leave(person);
    await days(5);
    const { token } = await app.login(owner);
    await app.call(contract.team.removeMember, { tenant_id: owner.tenantId, user_id: person.id }, { token });
    await days(24);
    expect((await storedUser(app, person.id)).status).toBe('removed');
    await days(1);
    await expectNoTrace(person);
  });

  it('those who have the same address now keep their data', async () => {
    const person = await zelda();
    // Until then, their account can take its former address back.
    app.clock.advance(lifetimesMs.emailChangeCancelLink);
    const heir = await app.join(await app.login(owner), 'member', canary.formerAddress);
    const accepted = () =>
      tablesOf(app.service.context.db.read)
        .selectFrom('invitations')
        .select('accepted_by')
        .where('email', '=', canary.formerAddress)
        .execute();
    expect(await accepted()).toHaveLength(2);
    await leave(person);
    await days(30);
    expect(await accepted()).toEqual([{ accepted_by: heir.id }]);
    expect((await storedUser(app, heir.id)).email).toBe(canary.formerAddress);
  });
});

describe('a removed member whose deletion is scheduled', () => {
  const removed = async (): Promise<Person> => {
    const person = await app.join(owner);
    await leave(person);
    await app.call(
      contract.team.removeMember,
      { tenant_id: owner.tenantId, user_id: person.id },
      { token: owner.token },
    );
    return person;
  };
  const rejoin = async (email: string) =>
    app.call(contract.team.acceptInvitation, {
      token: await app.mailedToken(email, 'invitation'),
      name: 'Back again',
      password: 'correct horse battery',
    });

  it('is deleted on that date if they join again before, and who joined stays', async () => {
    const person = await removed();
    app.clock.advance(1);
    await invite(app, owner, person.email);
    const { user } = await rejoin(person.email);
    expect(user.id).not.toBe(person.id);
    await days(31);
    await expect(storedUser(app, person.id)).rejects.toThrow();
    expect(await storedUser(app, user.id)).toMatchObject({ status: 'active', email: person.email, delete_at: null });
  });

  it('joins as someone new once the time is over, even before the purge has run', async () => {
    const person = await removed();
    app.clock.advance(30 * day - hour);
    const { token } = await app.login(owner);
    await invite(app, { ...owner, token }, person.email);
    app.clock.advance(1 * hour);
    const { user } = await rejoin(person.email);
    expect(user.id).not.toBe(person.id);
    await run();
    expect(await storedUser(app, user.id)).toMatchObject({ status: 'active', email: person.email });
  });
});
