import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { countOutcomes, times } from '#e2e/support/outcomes.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { lifetimesMs, minute, second } from '#shared/rules/limits.ts';
import { hashSecret } from '../../security/refresh-tokens.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const { refresh } = contract.auth;
const { getMe } = contract.profile;

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
const owner = perFile(() => app.owner());

const rotate = (refresh_token: string) => app.call(refresh, { refresh_token });
const refusal = async (refresh_token: string) =>
  (await failsWith(rotate(refresh_token), 'REFRESH_TOKEN_INVALID')).reason;
const sessionOf = async (person: Person) => {
  const { callers, db } = app.service.context;
  const { sessionId } = await callers.verify(person.token);
  return tablesOf(db.read).selectFrom('sessions').selectAll().where('id', '=', sessionId).executeTakeFirstOrThrow();
};

describe('refresh (seed 000 §4 #16)', () => {
  it('returns an access token for 3600 seconds and a new refresh token', async () => {
    const person = await app.login(owner);
    const answer = await rotate(person.refreshToken);
    expect(Object.keys(answer).sort()).toEqual(['access_token', 'expires_in', 'refresh_token']);
    expect(answer.expires_in).toBe(3600);
    expect(answer.refresh_token).not.toBe(person.refreshToken);
    expect(answer.access_token).not.toBe(person.token);
    expect((await rotate(answer.refresh_token)).access_token).not.toBe(answer.access_token);
    expect((await app.call(getMe, {}, { token: answer.access_token })).user_id).toBe(owner.id);
  });

  it('stores only a hash, of 256 bits of secret', async () => {
    const person = await app.login(owner);
    const { refresh_token } = await rotate(person.refreshToken);
    const row = await sessionOf(person);
    expect(row.refresh_hash).toBe(hashSecret(refresh_token));
    expect(JSON.stringify(row)).not.toContain(refresh_token.split('.').at(-1));
  });

  it('returns a refresh token that is valid for 30 days of its own', async () => {
    const person = await app.login(owner);
    const before = await sessionOf(person);
    app.clock.advance(10 * minute);
    await rotate(person.refreshToken);
    expect((await sessionOf(person)).expires_at).toBe(before.expires_at + 10 * minute);
    expect(before.expires_at - before.created_at).toBe(lifetimesMs.refreshToken);
  });

  it('leaves the previous access token valid until its own hour is over', async () => {
    const person = await app.login(owner);
    await rotate(person.refreshToken);
    await app.call(getMe, {}, { token: person.token });
  });
});

describe('the immediate parent token', () => {
  it('gets the same successor within ten seconds, including the tenth', async () => {
    const person = await app.login(owner);
    const first = await rotate(person.refreshToken);
    for (const wait of [0, 1 * second, 9 * second]) {
      app.clock.advance(wait);
      const again = await rotate(person.refreshToken);
      expect(again.refresh_token).toBe(first.refresh_token);
      await app.call(getMe, {}, { token: again.access_token });
    }
    expect((await sessionOf(person)).refresh_generation).toBe(1);
    await rotate(first.refresh_token);
  });

  it('ends the session a moment later, and both tokens report why', async () => {
    const person = await app.login(owner);
    const { refresh_token, access_token } = await rotate(person.refreshToken);
    await app.call(getMe, {}, { token: access_token });
    app.clock.advance(lifetimesMs.refreshGrace + 1);
    expect(await refusal(person.refreshToken)).toBe('reuse_detected');
    expect(await refusal(refresh_token)).toBe('reuse_detected');
    const details = await failsWith(app.call(getMe, {}, { token: access_token }), 'SESSION_ENDED');
    expect(details.reason).toBe('reuse_detected');
    expect(await sessionOf(person)).toMatchObject({ end_reason: 'reuse_detected', ended_at: app.clock.now() });
  });

  it('gains no time from a clock that is set back', async () => {
    const person = await app.login(owner);
    await app.call(getMe, {}, { token: (await rotate(person.refreshToken)).access_token });
    app.clock.advance(-1 * minute);
    expect(await refusal(person.refreshToken)).toBe('reuse_detected');
    app.clock.advance(1 * minute);
  });

  it('is no longer the parent once its successor was used', async () => {
    const person = await app.login(owner);
    const next = await rotate(person.refreshToken);
    await rotate(next.refresh_token);
    expect(await refusal(person.refreshToken)).toBe('reuse_detected');
    expect((await sessionOf(person)).end_reason).toBe('reuse_detected');
  });
});

describe('a response that was lost', () => {
  it.each([lifetimesMs.refreshGrace + 1, 1 * minute, 25 * minute])('is replaced after %d ms', async (wait) => {
    const person = await app.login(owner);
    await rotate(person.refreshToken);
    app.clock.advance(wait);
    const found = await rotate(person.refreshToken);
    app.clock.advance(lifetimesMs.refreshGrace);
    expect((await rotate(person.refreshToken)).refresh_token).toBe(found.refresh_token);
    const [refresh_hash, refresh_parent_hash] = [found.refresh_token, person.refreshToken].map(hashSecret);
    expect(await sessionOf(person)).toMatchObject({ refresh_hash, refresh_parent_hash, refresh_generation: 2 });
    await app.call(getMe, {}, { token: found.access_token });
    await rotate(found.refresh_token);
  });

  it('is replaced as often as it is lost, and once for callers who come at the same time', async () => {
    const person = await app.login(owner);
    for (const refresh_generation of [1, 2, 3]) {
      const found = await Promise.all(times(10, () => rotate(person.refreshToken)));
      expect(new Set(found.map(({ refresh_token }) => refresh_token)).size).toBe(1);
      expect(await sessionOf(person)).toMatchObject({ refresh_generation, ended_at: null });
      app.clock.advance(1 * minute);
    }
  });

  it.each<[string, (token: string) => Promise<unknown>]>([
    ['in a call', (token) => app.call(getMe, {}, { token })],
    ['in a call in the background', (token) => app.call(getMe, {}, { token, background: true })],
    ['for a live stream', (token) => app.service.context.callers.watch(token)],
    [
      'in a call that is stored since',
      async (token) => {
        await app.call(getMe, {}, { token });
        await app.service.context.callers.flush();
      },
    ],
  ])('is not replaced once its access token was presented %s', async (_name, use) => {
    const person = await app.login(owner);
    await use((await rotate(person.refreshToken)).access_token);
    app.clock.advance(lifetimesMs.refreshGrace + 1);
    expect(await refusal(person.refreshToken)).toBe('reuse_detected');
  });

  it('is replaced although the access token before it is still in use', async () => {
    const person = await app.login(owner);
    const { access_token, refresh_token } = await rotate(person.refreshToken);
    await app.call(getMe, {}, { token: access_token });
    await rotate(refresh_token);
    await app.call(getMe, {}, { token: access_token });
    await app.service.context.callers.flush();
    app.clock.advance(1 * minute);
    await rotate((await rotate(refresh_token)).refresh_token);
  });

  it('lets an owner and a thief who take turns go on for one round at most', async () => {
    for (const first of ['owner', 'thief']) {
      const person = await app.login(owner);
      const held = { owner: person.refreshToken, thief: person.refreshToken };
      const take = async (who: 'owner' | 'thief') => {
        const answer = await rotate(held[who]);
        held[who] = answer.refresh_token;
        await app.call(getMe, {}, { token: answer.access_token });
        app.clock.advance(lifetimesMs.refreshGrace + 1);
      };
      const turns = first === 'owner' ? (['owner', 'thief'] as const) : (['thief', 'owner'] as const);
      await take(turns[0]);
      expect((await failsWith(take(turns[1]), 'REFRESH_TOKEN_INVALID')).reason).toBe('reuse_detected');
    }
  });

  it.each(['with its access token', 'at all'])(
    'lets no thief go on who refreshes first, and makes no call %s',
    async (how) => {
      const person = await app.login(owner);
      const thief = await rotate(person.refreshToken);
      app.clock.advance(lifetimesMs.refreshGrace + 1);
      const found = await rotate(person.refreshToken);
      await app.call(getMe, {}, { token: found.access_token });
      app.clock.advance(lifetimesMs.refreshGrace + 1);
      if (how === 'with its access token') await app.call(getMe, {}, { token: thief.access_token });
      expect(await refusal(thief.refresh_token)).toBe('reuse_detected');
      expect(await refusal(found.refresh_token)).toBe('reuse_detected');
    },
  );
});

describe('refresh token reuse', () => {
  it('of any older generation ends that session and no other', async () => {
    for (const age of [2, 3, 5]) {
      const [person, bystander] = [await app.login(owner), await app.login(owner)];
      const chain = [person.refreshToken];
      for (let step = 0; step < 5; step += 1) chain.push((await rotate(chain.at(-1) ?? '')).refresh_token);
      expect(await refusal(chain[5 - age] ?? '')).toBe('reuse_detected');
      expect(await refusal(chain[5] ?? '')).toBe('reuse_detected');
      await app.call(getMe, {}, { token: bystander.token });
    }
  });

  it('is not detected for a token that was never issued here, or of a future generation', async () => {
    const person = await app.login(owner);
    const { id } = await sessionOf(person);
    const ahead = app.service.context.refreshTokens.issue({ sessionId: id, generation: 7 });
    for (const text of [ahead, 'nonsense', `${id}.0.k.${'A'.repeat(43)}`, person.refreshToken.replace('.0.', '.1.')]) {
      expect(await refusal(text)).toBeUndefined();
    }
    expect((await sessionOf(person)).ended_at).toBeNull();
    await rotate(person.refreshToken);
  });
});

describe('fifty concurrent callers', () => {
  it('get one live successor in each of 20 rounds, and the session lives', async () => {
    const person = await app.login(owner);
    let current = person.refreshToken;
    for (let round = 1; round <= 20; round += 1) {
      const answers = await Promise.all(times(50, () => rotate(current)));
      const successors = new Set(answers.map(({ refresh_token }) => refresh_token));
      expect(successors.size).toBe(1);
      const row = await sessionOf(person);
      expect(row).toMatchObject({ refresh_generation: round, ended_at: null });
      current = answers[0]?.refresh_token ?? '';
      expect(row.refresh_hash).toBe(hashSecret(current));
    }
    await rotate(current);
  }, 30_000);

  it('all fail with a spent token, and the session is ended once', async () => {
    const person = await app.login(owner);
    const next = await rotate(person.refreshToken);
    await rotate(next.refresh_token);
    expect(await countOutcomes(times(50, () => rotate(person.refreshToken)))).toEqual({ REFRESH_TOKEN_INVALID: 50 });
    expect((await sessionOf(person)).end_reason).toBe('reuse_detected');
  });

  it('never get a working token while racing a logout', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await app.login(owner);
      const storm = Promise.allSettled(times(10, () => rotate(person.refreshToken)));
      await app.call(contract.auth.logout, {}, { token: person.token });
      for (const result of await storm) {
        if (result.status === 'rejected') continue;
        expect(await refusal(result.value.refresh_token)).toBe('logout');
        await failsWith(app.call(getMe, {}, { token: result.value.access_token }), 'SESSION_ENDED');
      }
      expect(await refusal(person.refreshToken)).toBe('logout');
    }
  });
});

describe('a refresh token of an ended session', () => {
  it('reports the reason', async () => {
    const person = await app.login(owner);
    const { db, clock } = app.service.context;
    const { id } = await sessionOf(person);
    for (const reason of ['revoked', 'password_changed', 'removed', 'deleted', 'idle'] as const) {
      await tablesOf(db.write)
        .updateTable('sessions')
        .set({ ended_at: clock.now(), end_reason: reason })
        .where('id', '=', id)
        .execute();
      expect(await refusal(person.refreshToken)).toBe(reason);
    }
  });

  it('puts the current role and email into the new access token', async () => {
    const host = await app.login(owner);
    const member = await app.join(host);
    await app.call(
      contract.team.changeRole,
      { tenant_id: host.tenantId, user_id: member.id, role: 'admin' },
      { token: host.token },
    );
    const { access_token } = await rotate(member.refreshToken);
    const { claims } = await app.service.context.accessTokens.verify(access_token);
    expect(claims).toMatchObject({ user_id: member.id, role: 'admin', email: member.email });
  });
});
