import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { createInstances, type Instance } from '#e2e/support/instances.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { testPassword } from '#e2e/support/test-service.ts';
import { hashSecret } from '#main/security/refresh-tokens.ts';
import type { Queries } from '#main/storage/database/schema.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { rotateRefreshToken, rotationsWriter } from '#main/storage/store/identity/rotations.ts';
import { touchSession } from '#main/storage/store/identity/sessions.ts';
import { contract } from '#shared/contract/index.ts';
import { lifetimesMs } from '#shared/rules/limits.ts';

const email = 'ada@example.com';
const instances = perTest(() => createInstances({ 'rate-limits': 'off' }));
let one: Instance;
let two: Instance;
beforeEach(async () => {
  [one, two] = instances.all;
  await one.call(contract.auth.signup, { email, name: 'Ada', password: testPassword, company_name: 'Example' });
});

const times = <Result>(count: number, act: (n: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => act(n)));
const login = async (): Promise<string> =>
  (await one.call(contract.auth.login, { email, password: testPassword })).refresh_token;
const refresh = async (token: string, at: Instance = one): Promise<string> =>
  (await at.call(contract.auth.refresh, { refresh_token: token })).refresh_token;
const sessionIdOf = (token: string): string => token.slice(0, token.indexOf('.'));
const row = (token: string) =>
  tablesOf(one.service.context.db.read)
    .selectFrom('sessions')
    .select(['refresh_generation', 'refresh_hash', 'refresh_parent_hash', 'refresh_rotated_at', 'last_active_at'])
    .select(['expires_at', 'end_reason'])
    .where('id', '=', sessionIdOf(token))
    .executeTakeFirstOrThrow();

describe('refresh tokens that are exchanged at once', () => {
  it('each get a successor of their own, which is stored', async () => {
    let tokens = await times(12, login);
    for (const generation of [1, 2, 3]) {
      const before = tokens;
      instances.clock.advance(1_000);
      tokens = await Promise.all(tokens.map((token, n) => refresh(token, n % 2 === 0 ? one : two)));
      expect(new Set(tokens).size).toBe(12);
      const now = instances.clock.now();
      for (const [n, token] of tokens.entries()) {
        expect(await row(token)).toMatchObject({
          refresh_generation: generation,
          refresh_hash: hashSecret(token),
          refresh_parent_hash: hashSecret(before[n] ?? ''),
          refresh_rotated_at: now,
          last_active_at: now,
          end_reason: null,
        });
      }
    }
  });

  it('get the same successor if they are the same, next to others', async () => {
    const [same = '', ...others] = await times(6, login);
    const [first, ...rest] = await Promise.all([
      refresh(same),
      ...others.map((token) => refresh(token)),
      refresh(same),
      refresh(same, two),
    ]);
    expect(rest.slice(-2)).toEqual([first, first]);
    expect((await row(same)).refresh_generation).toBe(1);
    await refresh(first ?? '');
  });

  it('are replaced by another instance until it knows that an access token was used', async () => {
    const token = await login();
    await refresh(token);
    instances.clock.advance(lifetimesMs.refreshGrace + 1);
    const [found, again] = await Promise.all([two, one].map((at) => refresh(token, at)));
    expect(again).toBe(found);
    expect(await row(token)).toMatchObject({ refresh_generation: 2, refresh_hash: hashSecret(found ?? '') });
    instances.clock.advance(lifetimesMs.refreshGrace + 1);
    const { access_token } = await two.call(contract.auth.refresh, { refresh_token: token });
    instances.clock.advance(lifetimesMs.refreshGrace + 1);
    await one.call(contract.profile.getMe, {}, access_token);
    await one.service.context.callers.flush();
    await failsWith(refresh(token, two), 'REFRESH_TOKEN_INVALID');
    expect((await row(token)).end_reason).toBe('reuse_detected');
  });

  it('fail alone: a spent one ends its own session, next to others that are exchanged', async () => {
    const [spent = '', ended = '', ...others] = await times(8, login);
    await refresh(await refresh(spent));
    await tablesOf(one.service.context.db.write)
      .updateTable('sessions')
      .set({ ended_at: instances.clock.now(), end_reason: 'revoked' })
      .where('id', '=', sessionIdOf(ended))
      .execute();
    const exchanged = others.map((token) => refresh(token));
    const reasons = await Promise.all(
      [spent, ended].map((token) => failsWith(refresh(token), 'REFRESH_TOKEN_INVALID').then(({ reason }) => reason)),
    );
    expect(reasons).toEqual(['reuse_detected', 'revoked']);
    expect((await row(spent)).end_reason).toBe('reuse_detected');
    for (const token of await Promise.all(exchanged)) expect((await row(token)).refresh_generation).toBe(1);
  });

  it('do not wait for a session that someone else is writing to', async () => {
    const [held = '', ...others] = await times(5, login);
    const client = new pg.Client({ connectionString: instances.url });
    await client.connect();
    try {
      await client.query('begin');
      await client.query('select id from sessions where id = $1 for update', [sessionIdOf(held)]);
      const late = refresh(held);
      const exchanged = await Promise.all(others.map((token) => refresh(token)));
      expect(exchanged.length).toBe(4);
      expect((await row(held)).refresh_generation).toBe(0);
      await client.query('commit');
      expect((await row(await late)).refresh_generation).toBe(1);
    } finally {
      await client.end();
    }
  });

  it('are still exchanged, or refused, one by one if a group fails', async () => {
    const tokens = await times(4, login);
    const client = new pg.Client({ connectionString: instances.url });
    await client.connect();
    const forbidden = sessionIdOf(tokens[0] ?? '');
    await client.query(`create function forbid() returns trigger language plpgsql as $$
      begin
        if old.id = '${forbidden}' then raise exception 'forbidden'; end if;
        return new;
      end $$`);
    await client.query('create trigger forbid before update on sessions for each row execute function forbid()');
    await client.end();
    const results = await Promise.allSettled(tokens.map((token) => refresh(token)));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
  });
});

it('a group rotates nothing that is not exactly as it should be, and leaves out what is locked', async () => {
  const tokens = await times(4, login);
  const { db, clock } = one.service.context;
  const now = clock.now();
  const [current = '', stale = '', ended = '', locked = ''] = tokens;
  const rotate = rotationsWriter(db.write);
  const rotationOf = (token: string, hash = hashSecret(token)) => ({
    sessionId: sessionIdOf(token),
    generation: 0,
    hash,
    nextHash: `next of ${hash}`,
    now,
    activeAt: now,
    expiresAt: now + 1,
  });
  await tablesOf(db.write)
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: 'logout' })
    .where('id', '=', sessionIdOf(ended))
    .execute();
  const rotated = await db.transaction({}, async (tx) => {
    await tablesOf(tx).selectFrom('sessions').select('id').where('id', '=', sessionIdOf(locked)).forUpdate().execute();
    return rotate([
      rotationOf(current),
      rotationOf(stale, 'another'),
      rotationOf(ended),
      rotationOf(locked),
      { ...rotationOf(current), sessionId: 'sess_nobody' },
    ]);
  });
  expect([...rotated]).toEqual([sessionIdOf(current)]);
  for (const token of [stale, ended, locked]) expect((await row(token)).refresh_generation).toBe(0);
  expect((await row(current)).expires_at).toBe(now + 1);
});

it('rotations read only their own sessions of many that are open, with or without statistics', async () => {
  const tokens = await times(10, login);
  const { db, clock } = one.service.context;
  await sql`insert into sessions
    select (jsonb_populate_record(model, jsonb_build_object('id', 'sess_' || n, 'refresh_hash', 'hash ' || n))).*
    from sessions as model, generate_series(1, 20000) as n
    where model.id = ${sessionIdOf(tokens[0] ?? '')}`.execute(tablesOf(db.write));
  const readSoFar = async (tx: Queries): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select (seq_tup_read + idx_tup_fetch)::int as count
      from pg_stat_xact_user_tables where relname = 'sessions'`.execute(tablesOf(tx));
    return rows[0]?.count ?? Number.NaN;
  };
  const readBy = (act: (tx: Queries) => Promise<unknown>): Promise<number> =>
    db.transaction({}, async (tx) => {
      const before = await readSoFar(tx);
      await act(tx);
      return (await readSoFar(tx)) - before;
    });
  let hashes = tokens.map(hashSecret);
  for (const statistics of ['without', 'with']) {
    if (statistics === 'with') await sql`analyze sessions`.execute(tablesOf(db.write));
    const now = clock.now();
    const times = { now, activeAt: now, expiresAt: now + 1_000 };
    const [first, ...rest] = tokens.map((token, n) => ({
      sessionId: sessionIdOf(token),
      generation: 0,
      hash: hashes[n] ?? '',
      nextHash: `${token} ${statistics} statistics`,
      ...times,
    }));
    if (!first) throw new Error('There are ten.');
    const readInGroup = await readBy((tx) => rotationsWriter(tx)(rest));
    const readAlone = await readBy((tx) => rotateRefreshToken(tx, first));
    expect(readInGroup, `rows read by a group of 9 ${statistics} statistics`).toBeLessThanOrEqual(4 * 9);
    expect(readAlone, `rows read by one rotation ${statistics} statistics`).toBeLessThanOrEqual(4);
    hashes = await Promise.all(tokens.map(async (token) => (await row(token)).refresh_hash));
    expect(hashes).toEqual(tokens.map((token) => `${token} ${statistics} statistics`));
  }
});

it('a rotation and the activity of a session write to no index', async () => {
  const tokens = await times(3, login);
  const { db, clock } = one.service.context;
  const at = clock.now() + 1_000;
  const counts = await db.transaction({}, async (tx) => {
    const rotations = tokens.map((token) => ({
      sessionId: sessionIdOf(token),
      generation: 0,
      hash: hashSecret(token),
      nextHash: `next of ${token}`,
      now: at,
      activeAt: at,
      expiresAt: at + 1_000,
    }));
    await rotationsWriter(tx)(rotations);
    for (const { sessionId } of rotations) await touchSession(tx, sessionId, at + 1, at + 1);
    const { rows } = await sql<{ updated: number; withoutIndexes: number }>`
      select n_tup_upd as updated, n_tup_hot_upd as "withoutIndexes"
      from pg_stat_xact_user_tables where relname = 'sessions'`.execute(tablesOf(tx));
    return rows[0];
  });
  expect(counts).toEqual({ updated: 6, withoutIndexes: 6 });
});
