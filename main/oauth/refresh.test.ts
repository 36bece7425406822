import * as client from 'openid-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { addApplication, redirectUri } from '#e2e/support/applications.ts';
import { auditActions } from '#e2e/support/audit.ts';
import { createOpenIdService } from '#e2e/support/openid-service.ts';
import { times } from '#e2e/support/outcomes.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { callTrpc } from '#e2e/support/transports.ts';
import { purge } from '#main/jobs/purge.ts';
import { contract } from '#shared/contract/index.ts';
import { day, hour, lifetimesMs, minute } from '#shared/rules/limits.ts';

const server = perFile(() => createOpenIdService());
beforeAll(async () => {
  await addApplication(server.app.context.db.write, 'app_wiki', server.seed.own.owner.tenantId);
});

const scope = 'openid offline_access';
const granted = async () => {
  const config = await server.discover('app_wiki');
  const browser = await server.signedIn();
  const { tokens } = await server.signInTo(browser, config, scope);
  const refresh = async (token: string) => {
    const { refresh_token = '', access_token } = await client.refreshTokenGrant(config, token);
    return { next: refresh_token, access: access_token };
  };
  const knows = async (token: string) => (await client.tokenIntrospection(config, token)).active;
  return { config, browser, first: tokens.refresh_token ?? '', access: tokens.access_token, refresh, knows };
};
const reuses = async (): Promise<number> =>
  (await auditActions(server, server.seed.own.owner.tenantId)).filter((one) => one === 'endReusedAccess').length;

describe('a refresh whose answer is lost', () => {
  it('is answered with the same refresh token within ten seconds, also to several at the same time', async () => {
    const { first, refresh } = await granted();
    const answers = await Promise.all(times(5, () => refresh(first)));
    server.clock.advance(lifetimesMs.refreshGrace);
    const { next } = await refresh(first);
    expect(new Set([next, ...answers.map((one) => one.next)]).size).toBe(1);
    await refresh(next);
  });

  it.each([lifetimesMs.refreshGrace + 1, 10 * minute, 20 * day])(
    'is answered with another one after %d ms',
    async (wait) => {
      const { first, refresh } = await granted();
      const lost = await refresh(first);
      server.clock.advance(wait);
      const found = await refresh(first);
      expect(found.next).not.toBe(lost.next);
      await refresh(found.next);
    },
  );

  it('is lost as often as it has to be', async () => {
    const { first, refresh } = await granted();
    for (const _ of [1, 2, 3]) {
      await refresh(first);
      server.clock.advance(1 * minute);
    }
    const { next } = await refresh(first);
    await refresh(next);
  });
});

describe('a refresh token that was used', () => {
  it('ends the grant once the one in its place was used', async () => {
    const before = await reuses();
    const { first, access, refresh, knows } = await granted();
    const { next } = await refresh(first);
    const last = await refresh(next);
    expect(await knows(access)).toBe(true);
    await expect(refresh(first)).rejects.toMatchObject({ error: 'invalid_grant' });
    for (const token of [last.next, last.access, access]) expect(await knows(token)).toBe(false);
    await expect(refresh(last.next)).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await reuses()).toBe(before + 1);
  });

  it('ends the grant once an access token shows that the answer has arrived', async () => {
    const { config, first, refresh, knows } = await granted();
    const { next, access } = await refresh(first);
    await client.fetchUserInfo(config, access, server.seed.own.owner.id);
    server.clock.advance(lifetimesMs.refreshGrace + 1);
    await expect(refresh(first)).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await knows(next)).toBe(false);
  });

  it('gains no time from a clock that is set back', async () => {
    const { config, first, refresh } = await granted();
    await client.fetchUserInfo(config, (await refresh(first)).access, server.seed.own.owner.id);
    server.clock.advance(-1 * minute);
    await expect(refresh(first)).rejects.toMatchObject({ error: 'invalid_grant' });
    server.clock.advance(1 * minute);
  });

  /** Both hold what no two may hold: an application that never got its answer has nothing to present. */
  it.each([
    ['the answer that was replaced', 0],
    ['the one that took its place', 1],
  ] as const)('ends the grant for an owner and a thief, if %s is presented last', async (_name, last) => {
    const { config, first, refresh } = await granted();
    const before = await reuses();
    const answers = [await refresh(first)];
    // Whoever comes first reads the ID token, and has no need to present the access token.
    server.clock.advance(1 * hour);
    answers.push(await refresh(first));
    for (const at of [1 - last, last])
      await refresh(answers[at]?.next ?? '').catch((error) => expect(error).toMatchObject({ error: 'invalid_grant' }));
    for (const { next, access } of answers) {
      await expect(refresh(next)).rejects.toMatchObject({ error: 'invalid_grant' });
      await expect(client.fetchUserInfo(config, access, server.seed.own.owner.id)).rejects.toThrow();
    }
    await expect(refresh(first)).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await reuses()).toBe(before + 1);
  });

  it('ends the grant if it is presented at the same time as the one in its place', async () => {
    for (const swapped of [false, true, false, true, false, true]) {
      const { first, refresh } = await granted();
      const before = await reuses();
      const { next } = await refresh(first);
      server.clock.advance(1 * hour);
      const tokens = swapped ? [next, first] : [first, next];
      const answers = await Promise.allSettled(tokens.map(refresh));
      for (const one of answers)
        if (one.status === 'fulfilled')
          await expect(refresh(one.value.next)).rejects.toMatchObject({ error: 'invalid_grant' });
      expect(await reuses()).toBe(before + 1);
    }
  });

  it('is noticed for as long as it would have lived if it was replaced', async () => {
    const { first, refresh } = await granted();
    const before = await reuses();
    const replaced = await refresh(first);
    server.clock.advance(1 * hour);
    let { next } = await refresh(first);
    for (const _ of [1, 2, 3]) {
      server.clock.advance(9 * day);
      await purge(server.app.context);
      ({ next } = await refresh(next));
    }
    await expect(refresh(replaced.next)).rejects.toMatchObject({ error: 'invalid_grant' });
    await expect(refresh(next)).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await reuses()).toBe(before + 1);
  });
});

it('a code that is sent again ends what was granted by it', async () => {
  const config = await server.discover('app_wiki');
  const browser = await server.signedIn();
  const { back, verifier, tokens } = await server.signInTo(browser, config, scope);
  const before = await reuses();
  const send = (code_verifier: string) =>
    client.genericGrantRequest(config, 'authorization_code', {
      code: back.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      code_verifier,
    });
  const isActive = async () => (await client.tokenIntrospection(config, tokens.access_token)).active;
  // Whoever doesn't know the verifier can't end anything.
  await expect(send(client.randomPKCECodeVerifier())).rejects.toMatchObject({ error: 'invalid_grant' });
  expect([await isActive(), await reuses()]).toEqual([true, before]);
  await expect(send(verifier)).rejects.toMatchObject({ error: 'invalid_grant' });
  expect([await isActive(), await reuses()]).toEqual([false, before + 1]);
});

it('what is bound to a session keeps it awake when it is refreshed, and ends once it has lapsed', async () => {
  const config = await server.discover('app_wiki');
  const browser = await server.signedIn();
  const { tokens } = await server.signInTo(browser, config, 'openid');
  let { refresh_token: token = '' } = tokens;
  const refresh = async () => {
    token = (await client.refreshTokenGrant(config, token)).refresh_token ?? '';
  };
  for (const _ of [1, 2, 3]) {
    server.clock.advance(29 * minute);
    await refresh();
    await server.flush();
  }
  expect((await server.signInTo(browser, config, 'openid')).wasAsked).toBe(false);
  server.clock.advance(30 * minute);
  await expect(refresh()).rejects.toMatchObject({ error: 'invalid_grant' });
});

describe('what was granted for longer', () => {
  it('goes on after its session has lapsed and was forgotten, for as long as it is used', async () => {
    const { first, refresh } = await granted();
    let token = first;
    for (const _ of [1, 2, 3, 4]) {
      server.clock.advance(20 * day);
      await purge(server.app.context);
      token = (await refresh(token)).next;
    }
    server.clock.advance(31 * day);
    await expect(refresh(token)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('ends with the password, also if its session has lapsed', async () => {
    const { first, refresh } = await granted();
    server.clock.advance(1 * day);
    const next = await server.signedIn();
    await callTrpc(server.app.address, contract.sessions.revokeOtherSessions, {}, { token: next.token });
    await expect(refresh(first)).rejects.toMatchObject({ error: 'invalid_grant' });
  });
});

it('an application that gives a token back has no access anymore, and the person is told in the log', async () => {
  const { config, first, access, knows } = await granted();
  await client.tokenRevocation(config, access);
  for (const token of [first, access]) expect(await knows(token)).toBe(false);
  const actions = await auditActions(server, server.seed.own.owner.tenantId);
  expect(actions.filter((one) => one === 'returnAccess')).toHaveLength(1);
});

it('a refresh whose answer is lost is answered with the same refresh token, although the keys were rotated meanwhile', async () => {
  const { first, refresh } = await granted();
  const { next } = await refresh(first);
  const entry = await server.app.context.keys.newEntry(server.clock.now());
  for (const instance of server.instances) await instance.context.keys.rotate(entry);
  expect((await refresh(first)).next).toBe(next);
  await refresh(next);
});
