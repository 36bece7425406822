import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSeedData, hashSeedPassword, type SeedData } from '#e2e/fixtures/seed-data.ts';
import { fingerprint } from '#e2e/fixtures/table-contents.ts';
import { createTestServer, type TestServer } from '#e2e/fixtures/test-server.ts';
import { testPassword } from '#e2e/fixtures/test-service.ts';
import { callHttp, send } from '#e2e/fixtures/transports.ts';
import { contract } from '#shared/contract/index.ts';
import { lifetimesMs, minute } from '#shared/limits.ts';
import { expectProblem } from './expect-problem.ts';

let server: TestServer;
let seed: SeedData;
let passwordHash: string;

beforeAll(async () => {
  server = await createTestServer();
  passwordHash = await hashSeedPassword(server.app.context);
  seed = await createSeedData(server.app.context, passwordHash);
});
afterAll(() => server.close());

const api = (method: string, path: string, options?: Parameters<typeof send>[3]) =>
  send(server.address, method, `/api/v1${path}`, options);

describe('success', () => {
  it('answers 200 with JSON', async () => {
    const answer = await api('GET', '/users/me', { token: seed.own.owner.token });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.body).toMatchObject({ user_id: seed.own.owner.id, role: 'owner' });
  });

  it('answers 201 for an operation that creates something', async () => {
    const answer = await api('POST', `/tenants/${seed.own.id}/workspaces`, {
      token: seed.own.owner.token,
      body: { name: 'Created' },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ slug: 'created', owner_id: seed.own.owner.id });
  });

  it('accepts a DELETE with a JSON body', async () => {
    const other = await createSeedData(server.app.context, passwordHash);
    const answer = await api('DELETE', '/users/me', {
      token: other.own.member.token,
      body: { confirmation: 'DELETE', password: testPassword },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      success: true,
      scheduled_deletion: new Date(server.clock.now() + lifetimesMs.deletionGrace).toISOString(),
    });
    expect((await api('GET', '/users/me', { token: other.own.member.token })).problem?.reason).toBe('deleted');
  });

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
  it('names each invalid field', async () => {
    const answer = await api('POST', '/auth/signup', { body: { email: 'no', name: '', password: 'short' } });
    expectProblem(answer, 400, 'VALIDATION_FAILED');
    expect(answer.problem?.errors?.map(({ path }) => path).sort()).toEqual([
      'company_name',
      'email',
      'name',
      'password',
    ]);
  });

  it.each(['role', 'tenant_id', 'email_verified', 'user_id', '__proto__', 'constructor'])(
    'rejects an unknown field %s',
    async (field) => {
      const before = await fingerprint(server.app.context);
      const response = await fetch(`${server.address}/api/v1/users/me`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${seed.own.member.token}`, 'content-type': 'application/json' },
        body: `{"name":"Other","${field}":{"role":"owner"}}`,
      });
      expect(response.status).toBe(400);
      const { code } = (await response.json()) as { code: string };
      expect(['VALIDATION_FAILED', 'MALFORMED_BODY']).toContain(code);
      expect(await fingerprint(server.app.context)).toBe(before);
    },
  );

  it.each(['{', '', 'null', '[]', '"text"', '1'])('rejects the body %j', async (body) => {
    const response = await fetch(`${server.address}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  });

  it('says MALFORMED_BODY for a body that is not JSON', async () => {
    const response = await fetch(`${server.address}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"email": ',
    });
    expect(await response.json()).toMatchObject({ status: 400, code: 'MALFORMED_BODY' });
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
    // The path alone says which tenant is meant.
    expect(inQuery.body).toMatchObject({
      users: expect.arrayContaining([expect.objectContaining({ user_id: own.owner.id })]),
    });
    expect(await fingerprint(server.app.context)).toBe(before);
  });

  it('is not returned for unknown query fields, such as those that mail programs append', async () => {
    const { token } = seed.own.owner;
    for (const path of ['/users/me?_=1', '/users/me?utm_source=mail', `/tenants/${seed.own.id}/users?page=1`]) {
      expect([path, (await api('GET', path, { token })).status]).toEqual([path, 200]);
    }
  });

  it('is returned for a wrong current password instead of 401', async () => {
    const answer = await callHttp(
      server.address,
      contract.auth.changePassword,
      { current_password: 'wrong', new_password: 'tall orange lighthouse' },
      { token: seed.own.owner.token },
    );
    expectProblem(answer, 400, 'CURRENT_PASSWORD_INVALID');
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

  it('distinguishes an expired token from an ended session, with the reason it ended', async () => {
    const other = await createSeedData(server.app.context, passwordHash);
    const { admin, member, target, owner } = other.own;
    await api('DELETE', `/tenants/${other.own.id}/users/${target.id}`, { token: owner.token });
    await api('POST', '/auth/logout', { token: admin.token });
    const reasonOf = async (token: string) => {
      const answer = await api('GET', '/users/me', { token });
      expectProblem(answer, 401, 'SESSION_ENDED');
      expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
      return answer.problem?.reason;
    };
    expect(await reasonOf(target.token)).toBe('removed');
    expect(await reasonOf(admin.token)).toBe('logout');
    for (let passed = 0; passed < lifetimesMs.accessToken; passed += 20 * minute) {
      server.clock.advance(20 * minute);
      if (passed < lifetimesMs.accessToken - 20 * minute) await api('GET', '/users/me', { token: owner.token });
    }
    expectProblem(await api('GET', '/users/me', { token: owner.token }), 401, 'TOKEN_EXPIRED');
    expect(await reasonOf(member.token)).toBe('idle');
    seed = await createSeedData(server.app.context, passwordHash);
  });
});
