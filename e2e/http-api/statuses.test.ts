import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { seedPasskey } from '#e2e/support/passkeys.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createSeedData, hashSeedPassword, type SeedData } from '#e2e/support/seed-data.ts';
import { fingerprint } from '#e2e/support/table-contents.ts';
import { createTestApp } from '#e2e/support/test-app.ts';
import { callHttp, callTrpc, send } from '#e2e/support/transports.ts';
import { contract } from '#shared/contract/index.ts';
import { textLimits } from '#shared/rules/limits.ts';
import { expectProblem } from './expect-problem.ts';

const server = perFile(() => createTestApp());
let seed: SeedData;
let passwordHash: string;

beforeAll(async () => {
  passwordHash = await hashSeedPassword(server.app.context);
  seed = await createSeedData(server.app.context, passwordHash);
});

const api = (method: string, path: string, options?: Parameters<typeof send>[3]) =>
  send(server.address, method, `/api/v1${path}`, options);

describe('success', () => {
  it('accepts a DELETE without a body, or with an empty body declared as JSON', async () => {
    const other = await createSeedData(server.app.context, passwordHash);
    const { token, otherSessionId } = other.own.member;
    expect((await api('DELETE', `/auth/sessions/${otherSessionId}`, { token })).status).toBe(200);
    const empty = await fetch(`${server.address}/api/v1/auth/sessions`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '',
    });
    expect(empty.status).toBe(200);
  });

  it('answers HEAD for a read, without a body', async () => {
    const answer = await api('HEAD', '/users/me', { token: seed.own.owner.token });
    expect(answer.status).toBe(200);
    expect(answer.text).toBe('');
  });
});

describe('400', () => {
  it.each(['{', '', 'null', '[]', '"text"', '1'])('rejects the body %j', async (body) => {
    const response = await fetch(`${server.address}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  });

  it('rejects a path field that is repeated in the body', async () => {
    const { own, foreign } = seed;
    const before = await fingerprint(server.app.context);
    for (const field of [{ tenant_id: foreign.id }, { tenant_id: own.id }, { user_id: own.owner.id }]) {
      const answer = await api('PUT', `/tenants/${own.id}/users/${own.target.id}`, {
        token: own.owner.token,
        body: { role: 'admin', ...field },
      });
      expectProblem(answer, 400, 'VALIDATION_FAILED');
      expect(answer.problem?.errors).toEqual([
        {
          path: Object.keys(field)[0],
          code: 'unrecognized_keys',
          reason: 'unknown_field',
          message: 'Unknown field',
        },
      ]);
    }
    const inQuery = await api('GET', `/tenants/${own.id}/users?tenant_id=${foreign.id}`, { token: own.owner.token });
    expect(inQuery.problem?.errors).toMatchObject([{ path: 'tenant_id', reason: 'unknown_field' }]);
    expect(await fingerprint(server.app.context)).toBe(before);
  });

  it('rejects a parameter of the query that the operation does not know, whatever its method', async () => {
    const { token } = seed.own.owner;
    const refused = [
      ['GET', '/users/me?_=1', '_'],
      ['GET', `/tenants/${seed.own.id}/users?satus=removed`, 'satus'],
      ['GET', '/welcome?utm_source=mail', 'utm_source'],
      ['POST', '/auth/forgot-password?email=a@example.com', 'email'],
      ['DELETE', '/auth/sessions/none?force=1', 'force'],
    ] as const;
    for (const [method, path, field] of refused) {
      const answer = await api(method, path, { token });
      expectProblem(answer, 400, 'VALIDATION_FAILED');
      expect([path, answer.problem?.errors]).toMatchObject([path, [{ path: field, reason: 'unknown_field' }]]);
    }
  });

  it('is not returned for what mail programs add to a link, nor for anything when signing out', async () => {
    const { tokens, owner } = (await createSeedData(server.app.context, passwordHash)).own;
    const verified = await api('GET', `/auth/verify-email?token=${tokens.verify}&utm_source=mail`);
    const signedOut = await api('POST', '/auth/logout?_=1', { token: owner.token });
    expect([verified.status, signedOut.status]).toEqual([200, 200]);
  });
});

describe('401', () => {
  it.each([
    ['no header', {}, 'UNAUTHENTICATED', 'Bearer'],
    ['another scheme', { authorization: 'Basic dXNlcjpwdw==' }, 'UNAUTHENTICATED', 'Bearer'],
    ['an unsigned token', { authorization: 'Bearer a.b.c' }, 'TOKEN_INVALID', 'Bearer error="invalid_token"'],
  ])('challenges %s', async (_, headers, code, challenge) => {
    const answer = await api('GET', '/auth/sessions', { headers });
    expectProblem(answer, 401, code);
    expect(answer.headers.get('www-authenticate')).toBe(challenge);
  });

  it('ignores a token in the query', async () => {
    const answer = await api('GET', `/auth/sessions?access_token=${seed.own.owner.token}`);
    expectProblem(answer, 401, 'UNAUTHENTICATED');
  });
});

describe('403 to 415', () => {
  it('returns 403 with what confirms a sensitive change, on both transports', async () => {
    const other = await createSeedData(server.app.context, passwordHash);
    const { id, owner } = other.own;
    await seedPasskey(server.app.context, server.app.context.db.write, owner.id);
    for (const call of [callHttp, callTrpc]) {
      const { problem } = await call(
        server.address,
        contract.organization.updatePolicies,
        { tenant_id: id, invitation_days: 3 },
        { token: owner.token },
      );
      expect(problem).toMatchObject({
        status: 403,
        code: 'REAUTHENTICATION_REQUIRED',
        title: "Confirm that it's you",
        confirm_with: ['passkey'],
        max_age_seconds: 600,
      });
    }
  });

  it('returns 405 for HEAD on verify-email, without consuming the token', async () => {
    const path = `/auth/verify-email?token=${seed.own.tokens.verify}`;
    const before = await fingerprint(server.app.context);
    const answer = await api('HEAD', path);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET');
    expect(await fingerprint(server.app.context)).toBe(before);
    expect((await api('GET', path)).body).toMatchObject({ success: true, email_verified: true });
    expect(await fingerprint(server.app.context)).not.toBe(before);
  });

  it('returns 400 with the reason and parameters of each field, on both transports', async () => {
    const { token } = seed.own.owner;
    for (const call of [callHttp, callTrpc]) {
      const { problem } = await call(server.address, contract.profile.updateMe, { name: 'x'.repeat(5_000) }, { token });
      expect(problem?.errors).toEqual([
        {
          path: 'name',
          code: 'too_big',
          reason: 'too_long',
          params: { max: textLimits.name },
          message: `At most ${textLimits.name} characters`,
        },
      ]);
    }
  });

  it('lets no body and no type of a body keep a session from ending', async () => {
    const bodies: [string, string][] = [
      ['application/json', JSON.stringify({ refresh_token: seed.own.owner.refreshToken })],
      ['application/json', '{'],
      ['application/x-www-form-urlencoded', ''],
      ['text/plain', 'x'],
    ];
    for (const [type, body] of bodies) {
      const other = await createSeedData(server.app.context, passwordHash);
      const { token } = other.own.owner;
      const response = await fetch(`${server.address}/api/v1/auth/logout`, {
        method: 'POST',
        headers: { 'content-type': type, authorization: `Bearer ${token}` },
        body,
      });
      expect([type, body, response.status]).toEqual([type, body, 200]);
      expectProblem(await api('GET', '/users/me', { token }), 401, 'SESSION_ENDED');
    }
  });

  it('415 for a compressed body', async () => {
    const body = gzipSync(JSON.stringify({ email: 'a@example.com', password: 'x' }));
    for (const path of ['/api/v1/auth/login', '/trpc/auth.login']) {
      const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
      const response = await fetch(`${server.address}${path}`, { method: 'POST', headers, body });
      expect([path, response.status]).toEqual([path, 415]);
    }
  });
});

describe('statuses from 422 up', () => {
  it('are 500 without details of the failure, on either transport', async () => {
    const secret = 'SQLITE_ERROR: no such column users.password_hash at /srv/castellan';
    vi.spyOn(server.app.context.passwords, 'verify').mockRejectedValue(new Error(secret));
    const body = { email: 'a@example.com', password: 'x' };
    const answer = await api('POST', '/auth/login', { body });
    expectProblem(answer, 500, 'INTERNAL');
    const trpc = await send(server.address, 'POST', '/trpc/auth.login', { body });
    expect(trpc.status).toBe(500);
    for (const { text } of [answer, trpc]) {
      expect(text).not.toMatch(/SQLITE|password_hash|srv|stack|at \w+ \(|\.ts|node_modules/);
    }
  });

  it('are 500 without details outside of operations too', async () => {
    vi.spyOn(server.app.service.live, 'count').mockImplementation(() => {
      throw new Error('disk on fire at /srv');
    });
    const answer = await send(server.address, 'GET', '/metrics');
    expectProblem(answer, 500, 'INTERNAL');
    expect(answer.text).not.toContain('fire');
  });

  it('are 503 without details for an instance that is not ready, whatever the reason', async () => {
    vi.spyOn(server.app.context.db, 'assertReady').mockRejectedValue(new Error('disk on fire at /srv'));
    const answer = await send(server.address, 'GET', '/readyz');
    expectProblem(answer, 503, 'BUSY');
    expect(answer.text).not.toContain('fire');
  });
});
