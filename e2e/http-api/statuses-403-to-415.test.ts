import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedPasskey } from '#e2e/fixtures/passkeys.ts';
import { createSeedData, hashSeedPassword, type SeedData } from '#e2e/fixtures/seed-data.ts';
import { fingerprint } from '#e2e/fixtures/table-contents.ts';
import { createTestServer, type TestServer } from '#e2e/fixtures/test-server.ts';
import { testPassword } from '#e2e/fixtures/test-service.ts';
import { callHttp, callTrpc, send } from '#e2e/fixtures/transports.ts';
import { contract } from '#shared/contract/index.ts';
import { bodyLimits, lifetimesMs, textLimits } from '#shared/limits.ts';
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

describe('403 to 415', () => {
  it('returns 403 if the role is not sufficient', async () => {
    const { own } = seed;
    expectProblem(await api('GET', `/tenants/${own.id}/outbox`, { token: own.member.token }), 403, 'FORBIDDEN');
  });

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

  it.each([
    '/api/v1/nothing',
    '/api/v1',
    '/api/nothing',
    '/trpc',
    '/nothing.js',
    '/assets/../../package.json',
    '/%',
    '/api/v1/tenants/%E0%A4%A/users',
  ])('returns 404 for the route %s', async (path) => {
    const answer = await send(server.address, 'GET', path);
    expect(answer.status).toBe(404);
    expect(answer.problem).toMatchObject({ code: 'NOT_FOUND', success: false });
  });

  it('returns 404 for an id that does not exist', async () => {
    const answer = await api('DELETE', '/auth/sessions/sess_nobody', { token: seed.own.owner.token });
    expectProblem(answer, 404, 'NOT_FOUND');
  });

  it('returns 405 with the allowed methods', async () => {
    const answer = await api('PATCH', '/users/me', { token: seed.own.owner.token, body: {} });
    expectProblem(answer, 405, 'METHOD_NOT_ALLOWED');
    expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(['DELETE', 'GET', 'HEAD', 'PUT']);
    expect(answer.problem?.allow?.sort()).toEqual(['DELETE', 'GET', 'HEAD', 'PUT']);
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

  it('returns 409 for a value that another request has taken', async () => {
    const body = { email: seed.own.owner.email, name: 'A', password: 'tall orange lighthouse', company_name: 'B' };
    expectProblem(await api('POST', '/auth/signup', { body }), 409, 'EMAIL_TAKEN');
  });

  it('returns 409 with a machine-readable reason, on both transports', async () => {
    const { id, owner } = seed.own;
    const input = { tenant_id: id, user_id: owner.id, password: testPassword };
    for (const call of [callHttp, callTrpc]) {
      const { problem } = await call(server.address, contract.team.transferOwnership, input, { token: owner.token });
      expect(problem).toMatchObject({
        code: 'STATE_CONFLICT',
        reason: 'already_owner',
        detail: 'You are already an owner.',
      });
    }
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

  it('returns 410 for an expired link', async () => {
    const other = await createSeedData(server.app.context, passwordHash);
    server.clock.advance(lifetimesMs.resetLink);
    const body = { token: other.own.tokens.reset, new_password: 'tall orange lighthouse' };
    expectProblem(await api('POST', '/auth/reset-password', { body }), 410, 'TOKEN_EXPIRED');
    seed = await createSeedData(server.app.context, passwordHash);
  });

  it('returns 413 for a body above the limit of its operation, and accepts exactly the limit', async () => {
    const bodyOf = (size: number) => {
      const empty = JSON.stringify({ email: 'a@example.com', password: '' });
      return { email: 'a@example.com', password: 'x'.repeat(size - empty.length) };
    };
    expectProblem(await api('POST', '/auth/login', { body: bodyOf(bodyLimits.standard + 1) }), 413, 'BODY_TOO_LARGE');
    expectProblem(await api('POST', '/auth/login', { body: bodyOf(bodyLimits.standard) }), 400, 'VALIDATION_FAILED');
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

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/json'])(
    'returns 415 for %s',
    async (type) => {
      const body = JSON.stringify({ email: 'a@example.com', password: 'x' });
      for (const path of ['/api/v1/auth/login', '/trpc/auth.login']) {
        const response = await fetch(`${server.address}${path}`, {
          method: 'POST',
          headers: { 'content-type': type },
          body,
        });
        expect(response.status).toBe(415);
        expect(await response.text()).toContain('"code":"UNSUPPORTED_MEDIA_TYPE"');
      }
    },
  );
});
