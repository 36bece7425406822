import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSeedData, hashSeedPassword, type SeedData } from '#e2e/fixtures/seed-data.ts';
import { fingerprint } from '#e2e/fixtures/table-contents.ts';
import { createTestServer, type TestServer } from '#e2e/fixtures/test-server.ts';
import { send } from '#e2e/fixtures/transports.ts';
import { tablesOf } from '#main/database/tables.ts';
import { AppError } from '#shared/errors.ts';
import { expectProblem } from './expect-problem.ts';

let server: TestServer;
let seed: SeedData;

beforeAll(async () => {
  server = await createTestServer();
  seed = await createSeedData(server.app.context, await hashSeedPassword(server.app.context));
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => server.close());

const api = (method: string, path: string, options?: Parameters<typeof send>[3]) =>
  send(server.address, method, `/api/v1${path}`, options);

describe('statuses from 422 up', () => {
  it('are 422 for a password that is not accepted', async () => {
    const body = { email: 'new@example.org', name: 'A', password: 'with a nul \0', company_name: 'B' };
    expectProblem(await api('POST', '/auth/signup', { body }), 422, 'WEAK_PASSWORD');
  });

  it('are 429 with Retry-After', async () => {
    const body = { email: 'locked@example.org', password: 'wrong' };
    for (let failure = 0; failure < 6; failure += 1) {
      expectProblem(await api('POST', '/auth/login', { body }), 401, 'INVALID_CREDENTIALS');
    }
    const answer = await api('POST', '/auth/login', { body });
    expectProblem(answer, 429, 'ACCOUNT_LOCKED');
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(answer.problem?.retry_after).toBe(1);
  });

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

  it('are 503 with Retry-After while too many requests wait for a hash', async () => {
    vi.spyOn(server.app.context.passwords, 'verify').mockRejectedValue(new AppError('BUSY', { retry_after: 5 }));
    const answer = await api('POST', '/auth/login', { body: { email: 'a@example.com', password: 'x' } });
    expectProblem(answer, 503, 'BUSY');
    expect(answer.headers.get('retry-after')).toBe('5');
  });

  it('are 503 while the disk is full, with nothing half-written, until there is space again', async () => {
    const { db } = server.app.context;
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(tablesOf(db.write));
    await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 1)}`.execute(tablesOf(db.write));
    const before = await fingerprint(server.app.context);
    const invite = async (number: number) =>
      api('POST', `/tenants/${seed.own.id}/invitations`, {
        token: seed.own.owner.token,
        body: {
          email: `${'x'.repeat(60)}.${number}@example.org`,
          role: 'member',
          workspaces: [seed.own.workspace.id],
        },
      });
    let answer = await invite(0);
    let last = before;
    for (let number = 1; answer.status === 201 && number < 200; number += 1) {
      last = await fingerprint(server.app.context);
      answer = await invite(number);
    }
    expectProblem(answer, 503, 'STORAGE_FULL');
    expect(answer.headers.get('retry-after')).toBe('60');
    expect(await fingerprint(server.app.context)).toBe(last);
    await sql`pragma max_page_count = 1000000`.execute(tablesOf(db.write));
    expect((await invite(999)).status).toBe(201);
  });
});
