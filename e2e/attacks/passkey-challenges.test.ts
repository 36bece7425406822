import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { noProof } from '#e2e/http-api/permission-inputs.ts';
import { createTestApp, type TestApp } from '#e2e/support/test-app.ts';
import { type Answer, callHttp } from '#e2e/support/transports.ts';
import { purge } from '#main/jobs/purge.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { contract } from '#shared/contract/index.ts';
import { lifetimesMs, networkSteps, throttles } from '#shared/rules/limits.ts';

let server: TestApp;
afterEach(() => server.close());

const ask = (address = '192.0.2.1'): Promise<Answer> =>
  callHttp(
    server.address,
    contract.auth.startPasskeyLogin,
    { origin: `http://localhost:${server.port}` },
    { headers: { origin: `http://localhost:${server.port}`, 'x-forwarded-for': address } },
  );

const answer = (challenge: Answer, address: string): Promise<Answer> =>
  callHttp(
    server.address,
    contract.auth.loginWithPasskey,
    { ...noProof, challenge_token: (challenge.body as { challenge_token: string }).challenge_token },
    { headers: { 'x-forwarded-for': address } },
  );

const kept = async (): Promise<number> => {
  const { db } = server.app.context;
  const { rows } = await sql<{ count: number }>`select count(*) as count from answered_challenges`.execute(
    tablesOf(db.read),
  );
  return rows[0]?.count ?? 0;
};

/** How often anything was written to the database so far. */
const written = (): number => server.app.context.db.writerUsage().admitted;

it('asking for challenges from a page of ours writes nothing', async () => {
  server = await createTestApp({ 'trusted-proxies': '127.0.0.1' });
  const before = written();
  const answers = await Promise.all(Array.from({ length: 500 }, (_, number) => ask(`192.0.${number % 200}.1`)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => (body as { challenge_token: string }).challenge_token)).size).toBe(500);
  expect(written()).toBe(before);
  expect(await kept()).toBe(0);
});

it('answering them keeps a row for each attempt that counts, until the challenge is over', async () => {
  server = await createTestApp({ 'trusted-proxies': '127.0.0.1' });
  const { limit } = throttles.sign_in;
  const codes = new Set<string | undefined>();
  for (let number = 0; number < limit + 20; number += 1) {
    codes.add((await answer(await ask(), '192.0.2.1')).problem?.code);
  }
  expect(codes).toEqual(new Set(['PASSKEY_INVALID', 'RATE_LIMITED']));
  expect(await kept()).toBe(limit);
  // Whoever has all addresses of a /24 keeps no more than eight times as many.
  const allowance = networkSteps.ipv4[1]?.allowance ?? 0;
  for (let number = 0; number < limit * allowance; number += 1) await answer(await ask(), `192.0.2.${number % 250}`);
  expect(await kept()).toBe(limit * allowance);
  server.clock.advance(lifetimesMs.passkeyChallenge + 1);
  await purge(server.app.context);
  expect(await kept()).toBe(0);
});
