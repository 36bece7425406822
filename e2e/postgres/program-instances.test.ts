import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMailServer } from '#e2e/support/mail-server.ts';
import { queryDatabase } from '#e2e/support/postgres-cluster.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { type ProgramInstances, startProgramInstances } from '#e2e/support/program-instances.ts';
import { runProgram, type SpawnedInstance } from '#e2e/support/test-app.ts';
import { type Answer, type SendOptions, send } from '#e2e/support/transports.ts';

const password = 'a long winding road 7';
/** `npm run test:changes` asks for ten thousand. */
const changes = Number(process.env.CASTELLAN_TEST_CHANGES ?? 100);
const mailServer = perFile(() => startMailServer());
let instances: ProgramInstances;
beforeAll(async () => {
  instances = await startProgramInstances(3, {
    // Counting would stop a test that signs up faster than people do.
    args: ['--smtp-url', mailServer.url, '--sign-ups', 'open', '--rate-limits', 'off'],
  });
}, 60_000);
afterAll(async () => {
  await instances?.close();
});

/** The instance whose turn it is, as a proxy would choose it. */
let turn = 0;
const next = (): SpawnedInstance => {
  const running = instances.servers.filter(({ child }) => child.exitCode === null && child.signalCode === null);
  turn += 1;
  return running[turn % running.length] as SpawnedInstance;
};
/** Asks again after a 503, as its Retry-After says: a slow computer may be busy for a moment. */
const ask = async (method: string, path: string, options: SendOptions = {}): Promise<Answer> => {
  const answer = await send(next().address, method, `/api/v1${path}`, options);
  if (answer.status !== 503) return answer;
  await sleep(Number(answer.headers.get('retry-after')) * 1_000);
  return ask(method, path, options);
};
const bodyOf = <Body>({ status, body, text }: Answer): Body => {
  expect(status, text).toBeLessThan(300);
  return body as Body;
};
const query = <Row>(text: string) => queryDatabase<Row>(instances.url, text);
const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

interface Person {
  id: string;
  tenant: string;
  token: string;
  refresh: string;
}
const login = async (email: string): Promise<Pick<Person, 'token' | 'refresh'>> => {
  const answer = await ask('POST', '/auth/login', { body: { email, password } });
  const { access_token, refresh_token } = bodyOf<{ access_token: string; refresh_token: string }>(answer);
  return { token: access_token, refresh: refresh_token };
};
const signUp = async (email: string): Promise<Person> => {
  const body = { email, name: 'Ada', password, company_name: 'Example' };
  const { user_id, tenant_id } = bodyOf<{ user_id: string; tenant_id: string }>(
    await ask('POST', '/auth/signup', { body }),
  );
  return { id: user_id, tenant: tenant_id, ...(await login(email)) };
};

describe('three processes of the program on one database', () => {
  it('carry out the operations of one person, each request at another', async () => {
    const { token, refresh, tenant, id } = await signUp('ada@example.com');
    const sessions = async (with_ = token) =>
      bodyOf<{ sessions: { session_id: string; current: boolean }[] }>(
        await ask('GET', '/auth/sessions', { token: with_ }),
      ).sessions;
    expect(bodyOf(await ask('GET', '/users/me', { token }))).toMatchObject({ user_id: id, email: 'ada@example.com' });
    expect(await sessions()).toHaveLength(1);
    const second = await login('ada@example.com');
    const other = (await sessions()).find(({ current }) => !current);
    bodyOf(await ask('DELETE', `/auth/sessions/${other?.session_id}`, { token }));
    expect((await ask('GET', '/users/me', { token: second.token })).status).toBe(401);
    const invited = { email: 'bob@example.com', role: 'member', workspaces: [] };
    bodyOf(await ask('POST', `/tenants/${tenant}/invitations`, { token, body: invited }));
    expect(bodyOf(await ask('GET', `/tenants/${tenant}/users`, { token }))).toMatchObject({ total: 1 });
    const changed = { current_password: password, new_password: `${password}8` };
    bodyOf(await ask('POST', '/auth/change-password', { token, body: changed }));
    expect((await ask('POST', '/auth/login', { body: { email: 'ada@example.com', password } })).status).toBe(401);
    const renewed = bodyOf<{ access_token: string }>(
      await ask('POST', '/auth/refresh', { body: { refresh_token: refresh } }),
    );
    expect((await ask('POST', '/auth/logout', { token: renewed.access_token })).status).toBe(200);
    for (const _ of instances.servers) {
      expect((await ask('GET', '/users/me', { token: renewed.access_token })).status).toBe(401);
    }
  });

  it(`show each change on the next request elsewhere, ${changes} times`, { timeout: changes * 600 }, async () => {
    const { token } = await signUp('changes@example.com');
    for (const n of times(changes)) {
      const name = `Ada ${n}`;
      bodyOf(await ask('PUT', '/users/me', { token, body: { name } }));
      expect(bodyOf(await ask('GET', '/users/me', { token }))).toMatchObject({ name });
    }
  });

  it('create one account for an address that signs up at all of them at once', async () => {
    for (const n of times(5)) {
      const body = { email: `race${n}@example.com`, name: 'Ada', password, company_name: 'Example' };
      const answers = await Promise.all(times(6).map(() => ask('POST', '/auth/signup', { body })));
      const codes = answers.map(({ status }) => status).sort();
      expect(codes).toEqual([201, 409, 409, 409, 409, 409]);
    }
  });

  it('leave each team an owner, whoever of two demotes the other at once', async () => {
    for (const n of times(6)) {
      const first = await signUp(`first${n}@example.com`);
      const second = await signUp(`second${n}@example.com`);
      // The second one moves into the first one's team, as an invitation would do it.
      await query(`update users set tenant_id = '${first.tenant}' where id = '${second.id}'`);
      const demote = (by: Person, whom: Person) =>
        ask('PUT', `/tenants/${first.tenant}/users/${whom.id}`, { token: by.token, body: { role: 'member' } });
      const { token } = await login(`second${n}@example.com`);
      await Promise.all([demote(first, second), demote({ ...second, token }, first)]);
      const owners = await query(`select id from users where tenant_id = '${first.tenant}' and role = 'owner'`);
      expect(owners, `team ${n}`).toHaveLength(1);
    }
  });

  it('give one successor to a refresh token that all get at once', async () => {
    const { refresh } = await signUp('refresh@example.com');
    const body = { refresh_token: refresh };
    const answers = await Promise.all(times(9).map(() => ask('POST', '/auth/refresh', { body })));
    const successors = answers.map((answer) => bodyOf<{ refresh_token: string }>(answer).refresh_token);
    expect(new Set(successors).size).toBe(1);
  });

  it('send each email once', async () => {
    const accounts = times(20).map((n) => `mail${n}@example.com`);
    await Promise.all(
      accounts.map((email) =>
        ask('POST', '/auth/signup', { body: { email, name: 'Ada', password, company_name: 'Example' } }).then(bodyOf),
      ),
    );
    const sent = () => mailServer.mails.flatMap(({ to }) => to).filter((to) => to.startsWith('mail'));
    await expect.poll(() => sent().length, { timeout: 30_000 }).toBeGreaterThanOrEqual(20);
    const waiting = () =>
      query<{ count: string }>(`select count(*) from mails where status = 'queued' and last_error is null`);
    await expect.poll(async () => Number((await waiting())[0]?.count), { timeout: 30_000 }).toBe(0);
    expect(sent().sort()).toEqual(accounts.sort());
  });

  it('keep limits and turns while one after the other is killed, and lose nothing that was acknowledged', async () => {
    const people = await Promise.all(times(6).map((n) => signUp(`kill${n}@example.com`)));
    const acknowledged = new Map<string, string>();
    let isOver = false;
    const writing = people.map(async ({ id, token }, index) => {
      for (let n = 0; !isOver; n += 1) {
        const name = `Person ${index} ${n}`;
        const answer = await ask('PUT', '/users/me', { token, body: { name } }).catch(() => undefined);
        if (answer?.status === 200) acknowledged.set(id, name);
        else if (answer) expect(answer.status, answer.text).toBe(200);
        // Without an answer no one knows: the next write decides.
        else acknowledged.delete(id);
      }
    });
    for (const victim of instances.servers.slice(0, 3)) {
      await sleep(700);
      await victim.stop('SIGKILL');
      await instances.start(victim.dataDir);
    }
    isOver = true;
    await Promise.all(writing);
    expect(acknowledged.size).toBeGreaterThan(3);
    for (const { id, token } of people) {
      const name = acknowledged.get(id);
      if (name !== undefined) expect(bodyOf(await ask('GET', '/users/me', { token }))).toMatchObject({ name });
    }
    const verified = await runProgram(
      ['audit', 'verify', '--data-dir', instances.servers.at(-1)?.dataDir ?? ''],
      instances.environment,
    );
    expect([verified.code, verified.stderr]).toEqual([0, '']);
  });

  it('carry out what is due once, however many do it at the same time', async () => {
    const owner = await signUp('due-owner@example.com');
    const members = await Promise.all(times(6).map((n) => signUp(`due${n}@example.com`)));
    const ids = members.map(({ id }) => `'${id}'`).join();
    await query(
      `update users set tenant_id = '${owner.tenant}', role = 'member', status = 'pending_deletion', delete_at = 1
       where id in (${ids})`,
    );
    const running = instances.servers.filter(({ child }) => child.exitCode === null && child.signalCode === null);
    const purges = await Promise.all(
      running.map(({ dataDir }) => runProgram(['purge', '--data-dir', dataDir], instances.environment)),
    );
    expect(purges.map(({ code, stderr }) => [code, stderr])).toEqual(running.map(() => [0, '']));
    expect(await query(`select id from users where id in (${ids})`)).toEqual([]);
    const recorded = await query(
      `select target_id from audit_events where tenant_id = '${owner.tenant}' and action = 'purgeAccount'`,
    );
    expect(recorded).toHaveLength(members.length);
  });
});
