import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { OperationId } from '#e2e/http-api/permission-row.ts';
import { rows } from '#e2e/http-api/permission-rows.ts';
import { arbitraryInput, nastyStrings } from '#e2e/support/arbitrary-input.ts';
import { managedServer, monthlyServer, plans, yearlyServer } from '#e2e/support/hosting.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createSeedData, hashSeedPassword, type SeedData } from '#e2e/support/seed-data.ts';
import { createTestApp } from '#e2e/support/test-app.ts';
import { testPassword } from '#e2e/support/test-service.ts';
import { type Answer, callHttp, send, type Transport, transports } from '#e2e/support/transports.ts';
import { contract, operations } from '#shared/contract/index.ts';
import { isQuery, isRead, type OperationSpec } from '#shared/contract/operation.ts';
import { possibleErrors } from '#shared/contract/possible-errors.ts';
import { codeOf, errors } from '#shared/texts/errors.ts';

/** Every run uses the same inputs. Raise the number of runs to search further. */
const search = { seed: 20_261, numRuns: Number(process.env.CASTELLAN_FUZZ_RUNS ?? 30) };

const server = perFile(() => createTestApp({ 'rate-limits': 'off' }));
/** For calls that change nothing. */
let seed: SeedData;
let passwordHash: string;

beforeAll(async () => {
  passwordHash = await hashSeedPassword(server.app.context);
  seed = await createSeedData(server.app.context, passwordHash);
});

/** For a call that changes something. Callers can't change what is another tenant's, so it serves all of them. */
const freshSeed = ({ auth }: OperationSpec): Promise<SeedData> =>
  createSeedData(server.app.context, passwordHash, auth === 'none' ? 'new' : 'same');

/** Hashing is slow and has its own test below. */
const skipHashing = () => {
  const { passwords } = server.app.context;
  vi.spyOn(passwords, 'hash').mockImplementation(async () => passwordHash);
  vi.spyOn(passwords, 'verify').mockImplementation(async (given, hash) => hash !== undefined && given === testPassword);
};

/** Existing values, by the name of the field that could hold them. */
const knownOf = ({ own, foreign, origin }: SeedData): Record<string, readonly unknown[]> => ({
  tenant_id: [own.id, own.id, foreign.id],
  user_id: [own.target.id, own.member.id, own.coOwner.id, own.admin.id, foreign.target.id],
  session_id: [own.target.otherSessionId, own.owner.otherSessionId, foreign.owner.sessionId],
  invitation_id: [own.invitationId, foreign.invitationId],
  mail_id: [own.mails.queued, own.mails.abandoned, foreign.mails.queued],
  slug: [own.workspace.slug, foreign.workspace.slug],
  token: [own.tokens.verify, own.tokens.reset, own.tokens.cancel, own.invitationToken, foreign.tokens.reset],
  restore_token: [own.tokens.restore, own.tokens.reset],
  second_factor_token: [own.tokens.secondFactor, own.tokens.reset],
  passkey_id: [own.passkey.row.id, foreign.passkey.row.id],
  origin: [origin, 'https://elsewhere.example'],
  key_id: [own.owner.apiKey.id, own.member.apiKey.id, foreign.owner.apiKey.id],
  serviceid: [monthlyServer, monthlyServer, yearlyServer, managedServer, foreign.hosting.ownServer],
  run_id: [own.hosting.runId, own.hosting.runId, foreign.hosting.runId],
  ip_id: [own.hosting.ipId, foreign.hosting.ipId],
  invoice_id: [own.hosting.invoiceId, foreign.hosting.invoiceId],
  rid: [...Object.values(plans), 190],
  code: ['000000', 'aaaa-bbbb-cccc-dddd'],
  // Only the service makes cursors.
  cursor: [undefined],
  preferences: [undefined, { language: 'de', date_format: 'DD.MM.YYYY' }],
  refresh_token: [own.target.refreshToken, own.owner.refreshToken, own.tokens.reset],
  password: [testPassword],
  current_password: [testPassword],
  new_password: ['tall orange lighthouse', testPassword],
});

/** The answers that the contract allows for an operation, without internal errors. */
const mayAnswer = (operation: OperationSpec): ReadonlySet<string> =>
  new Set(
    [...possibleErrors(operation)]
      .filter((key) => key !== 'INTERNAL')
      .map((key) => `${errors[key].status} ${codeOf(key)}`),
  );

const judge = (operation: OperationSpec, answer: Answer): string | undefined => {
  const { status, problem, body, text } = answer;
  if (problem) {
    const seen = `${problem.status} ${problem.code}`;
    return mayAnswer(operation).has(seen) ? undefined : `an answer that the contract does not name: ${seen}`;
  }
  if (status !== operation.http.status) return `untyped ${status}: ${text.slice(0, 200)}`;
  const parsed = operation.output.safeParse(body);
  return parsed.success ? undefined : `the answer does not fit the contract: ${parsed.error.message}`;
};

/** A path cannot hold a lone surrogate, and URLs resolve dot segments. Everything else is sent as is. */
const sendable = (input: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value];
      return [name, /^\.{1,2}$/.test(value) ? 'dots' : value.toWellFormed()];
    }),
  );

const cases = operations.flatMap(({ operation }) =>
  (Object.keys(transports) as Transport[]).map((transport) => [operation.id, transport, operation] as const),
);

describe('any input', () => {
  it.each(cases)('gets an answer that the contract allows: %s through %s', async (_id, transport, operation) => {
    skipHashing();
    const tried = isRead(operation) ? seed : await freshSeed(operation);
    const { own } = tried;
    const tokens = [own.owner.token, own.owner.token, own.admin.token, own.member.token, undefined, 'x.y.z', '\u00e9'];
    await fc.assert(
      fc.asyncProperty(arbitraryInput(operation, knownOf(tried)), fc.constantFrom(...tokens), async (input, token) => {
        const answer = await transports[transport](server.address, operation, sendable(input), { token });
        const reason = judge(operation, answer);
        if (reason) throw new Error(reason);
      }),
      // The same guard decides behind both transports: fewer are enough for how the other one carries values.
      transport === 'HTTP' ? search : { ...search, numRuns: Math.ceil(search.numRuns / 4) },
    );
    expect((await send(server.address, 'GET', '/readyz')).status).toBe(200);
  });

  it('is reported if the answer is outside of the contract (check of the judge itself)', async () => {
    vi.spyOn(server.app.context.passwords, 'verify').mockRejectedValue(new Error('injected'));
    const answer = await callHttp(server.address, contract.auth.login, { email: 'a@example.com', password: 'x' });
    expect(judge(contract.auth.login, answer)).toContain('500 INTERNAL');
    const other = await callHttp(server.address, contract.auth.forgotPassword, { email: 'a@example.com' });
    expect(judge(contract.auth.signup, other)).toContain('untyped 200');
  });

  it('reaches the operations, not only their refusals', async () => {
    skipHashing();
    const reached = new Set<string>();
    const candidates = operations.filter(({ feature }) => feature === 'workspaces' || feature === 'team');
    for (const { operation } of candidates) {
      const tried = isRead(operation) ? seed : await freshSeed(operation);
      const { token } = tried.own.owner;
      // Such as a member to enable.
      await rows[operation.id as OperationId].prepare?.(server.app.context, tried.own.owner, tried);
      for (const input of fc.sample(arbitraryInput(operation, knownOf(tried)), { ...search, numRuns: 60 })) {
        const answer = await callHttp(server.address, operation, sendable(input), { token });
        if (answer.problem) continue;
        reached.add(operation.id);
        break;
      }
    }
    expect(candidates.filter(({ name }) => !reached.has(name)).map(({ name }) => name)).toEqual([]);
  });
});

describe('nasty passwords', () => {
  it.each(nastyStrings.filter((text) => text.length < 1_000))('are either hashed or rejected: %j', async (password) => {
    const { address } = server;
    const email = `nasty${Buffer.from(password).toString('hex').slice(0, 40)}.${password.length}@example.com`;
    const signup = await callHttp(address, contract.auth.signup, { email, name: 'N', password, company_name: 'N' });
    expect([201, 400, 422]).toContain(signup.status);
    const login = await callHttp(address, contract.auth.login, { email, password });
    expect(login.status).toBe(signup.status === 201 ? 200 : password === '' ? 400 : 401);
  });
});

describe('any body', () => {
  it('gets a typed answer from every operation of the API', async () => {
    const bodies = [
      '{"a":',
      '"',
      '[1,2',
      '{"__proto__":{"a":1}}',
      '{"constructor":{"prototype":{"a":1}}}',
      '\u0000',
      '{}x',
    ];
    const reading = operations.filter(({ operation: { http, body } }) => http.method !== 'GET' && body !== 'ignored');
    for (const { operation } of reading) {
      const path = operation.http.path.replace('{tenant_id}', seed.own.id).replaceAll(/\{\w+\}/g, 'x');
      for (const body of bodies) {
        const response = await fetch(`${server.address}/api/v1${path}`, {
          method: operation.http.method,
          headers: { 'content-type': 'application/json', authorization: `Bearer ${seed.own.owner.token}` },
          body,
        });
        const problem = (await response.json()) as { status: number; code: string };
        expect([operation.id, body, response.status, problem.code]).toEqual([
          operation.id,
          body,
          400,
          expect.any(String),
        ]);
        expect(['MALFORMED_BODY', 'VALIDATION_FAILED']).toContain(problem.code);
      }
    }
  });

  it('gets a typed answer where a query repeats or nests its fields', async () => {
    const { token, tenantId } = seed.own.owner;
    const refused = (path: string) => `400 VALIDATION_FAILED ${path}`;
    const expected: Record<string, string> = {
      'q=a&q=b': refused('q'),
      'limit=1&limit=2': refused('limit'),
      'limit=1e3': refused('limit'),
      'limit=0x10': refused('limit'),
      'limit=': refused('limit'),
      'offset=-0': '200',
      'q[a]=1': refused('q[a]'),
      '__proto__=1': refused('__proto__'),
      'q=%00': refused('q'),
      'q=%ff': '200',
      '=': refused(''),
      '&&&': '200',
      'sort=constructor': refused('sort'),
    };
    const seen: Record<string, string> = {};
    for (const query of Object.keys(expected)) {
      const { status, problem } = await send(server.address, 'GET', `/api/v1/tenants/${tenantId}/users?${query}`, {
        token,
      });
      seen[query] = [status, ...(problem ? [problem.code, problem.errors?.map(({ path }) => path)] : [])].join(' ');
    }
    expect(seen).toEqual(expected);
  });
});

describe('any call to the tRPC transport', () => {
  const attempts: [string, string, string | undefined][] = [
    ['GET', '/trpc/profile.getMe?input={', undefined],
    ['GET', '/trpc/profile.getMe?input=%', undefined],
    ['GET', '/trpc/profile.getMe?input=null', undefined],
    ['GET', '/trpc/profile.getMe,team.listMembers?batch=1&input={}', undefined],
    ['GET', '/trpc/profile.getMe?batch=1', undefined],
    ['GET', '/trpc/profile.getMe,sessions.listSessions?batch=1&input=[]', undefined],
    ['GET', '/trpc/profile.getMe,sessions.listSessions?batch=1&input=null', undefined],
    ['GET', '/trpc/profile.getMe,sessions.listSessions?batch=1&input={"__proto__":{"0":1}}', undefined],
    ['POST', '/trpc/profile.getMe', '{}'],
    ['GET', '/trpc/auth.logout', undefined],
    ['POST', '/trpc/auth.login', '{'],
    ['POST', '/trpc/auth.login', ''],
    ['POST', '/trpc/auth.login', 'null'],
    ['POST', '/trpc/auth.login', '[]'],
    ['POST', '/trpc/auth.login', '"text"'],
    ['POST', '/trpc/auth.login', '{"__proto__":{"email":"a@example.com"},"password":"x"}'],
    ['POST', '/trpc/auth.nothing', '{}'],
    ['POST', '/trpc/auth', '{}'],
    ['POST', '/trpc/__proto__.toString', '{}'],
    ['POST', '/trpc/constructor.prototype', '{}'],
    ['POST', '/trpc/auth.__proto__', '{}'],
    ['POST', '/trpc/', '{}'],
    ['POST', '/trpc/auth.login/../../api', '{}'],
    ['POST', '/trpc/%00', '{}'],
    ['POST', '/trpc/auth%2Elogin', '{}'],
    ['PUT', '/trpc/auth.login', '{}'],
  ];
  it.each(attempts)('gets JSON and never a server error: %s %s %s', async (method, path, body) => {
    const response = await fetch(`${server.address}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${seed.own.owner.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    expect([response.status < 500, text]).toEqual([true, text]);
    type Refusal = { code?: string; error?: { data?: { problem?: { code: string } } } };
    // A batch has an answer for each of its reads.
    const answers = [JSON.parse(text) as Refusal | Refusal[]].flat();
    const [code] = answers.flatMap((answer) => answer.code ?? answer.error?.data?.problem?.code ?? []);
    if (response.status >= 400) expect(code).toMatch(/^[A-Z_]+$/);
    expect(code).not.toBe('INTERNAL');
    expect(text).not.toMatch(/node_modules|"stack"|\.ts:\d/);
  });

  it('is a query exactly if the operation is a GET that only reads', async () => {
    for (const { feature, name, operation } of operations) {
      const answer = await send(server.address, 'GET', `/trpc/${feature}.${name}?input={}`);
      expect([name, answer.status === 405]).toEqual([name, !isQuery(operation)]);
    }
  });
});
