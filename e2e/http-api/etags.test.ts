import { describe, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { createSeedData, hashSeedPassword } from '#e2e/support/seed-data.ts';
import { createTestApp } from '#e2e/support/test-app.ts';
import { callHttp } from '#e2e/support/transports.ts';
import { version } from '#main/platform/version.ts';
import { versionHeader } from '#shared/contract/http-names.ts';
import { contract, operations } from '#shared/contract/index.ts';
import { type OperationSpec, pathParameters } from '#shared/contract/operation.ts';
import { stateReadOf } from '#shared/contract/state-read.ts';
import { expectProblem } from './expect-problem.ts';
import type { OperationId } from './permission-row.ts';
import { rows } from './permission-rows.ts';

const server = perFile(() => createTestApp({ 'rate-limits': 'off' }));
const passwordHash = perFile(async () => ({ text: await hashSeedPassword(server.app.context), close: async () => {} }));

const changes = operations
  .map(({ operation }): OperationSpec => operation)
  .flatMap((operation) => {
    const read = stateReadOf(operation);
    return read ? [[operation.id, operation, read] as const] : [];
  });

describe.each(changes)('%s', (id, operation, read) => {
  it('changes nothing if what was read is no longer so, and names what is', async () => {
    const { context } = server.app;
    const seed = await createSeedData(context, passwordHash.text, 'same');
    const { owner } = seed.own;
    const row = rows[id as OperationId];
    const prepared = await row.prepare?.(context, owner, seed);
    const input = { ...row.input(seed, owner), ...prepared } as Record<string, unknown>;
    const asked = Object.fromEntries(pathParameters(read).map((name) => [name, input[name]]));
    const { token } = owner;
    const look = (headers: Record<string, string> = {}) => callHttp(server.address, read, asked, { token, headers });
    const change = (tag: string) => callHttp(server.address, operation, input, { token, headers: { 'if-match': tag } });

    // The answer about the mail server counts the emails that wait.
    await server.app.service.mailWorker.drain();
    const before = await look();
    const tag = before.headers.get('etag') ?? '';
    expect([before.status, tag]).toEqual([200, expect.stringMatching(/^"[\w-]{27}"$/)]);
    const unchanged = await look({ 'if-none-match': `"other", W/${tag}` });
    expect([unchanged.status, unchanged.text, unchanged.headers.get('etag')]).toEqual([304, '', tag]);

    const refused = await change('"stale"');
    expectProblem(refused, 412, 'PRECONDITION_FAILED');
    expect([refused.headers.get('etag'), refused.problem?.etag]).toEqual([tag, tag]);
    expect((await look()).body).toEqual(before.body);
    expectProblem(await change(`W/${tag}`), 412, 'PRECONDITION_FAILED');

    const done = await change(tag);
    expect([done.problem, done.status]).toEqual([undefined, operation.http.status]);
    for (const { headers } of [before, unchanged, refused, done]) expect(headers.get(versionHeader)).toBe(version);
  });
});

it('lets one of two changes through that come from the same state', async () => {
  const { own } = await createSeedData(server.app.context, passwordHash.text, 'same');
  const at = { tenant_id: own.id };
  const { token } = own.owner;
  const read = await callHttp(server.address, contract.organization.getTenant, at, { token });
  const headers = { 'if-match': read.headers.get('etag') ?? '' };
  const answers = await Promise.all(
    ['One', 'Two', 'Three'].map((name) =>
      callHttp(server.address, contract.organization.updateTenant, { ...at, name }, { token, headers }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
});

it('lets one of several changes of an account through, whose caller was read before they took turns', async () => {
  const { own } = await createSeedData(server.app.context, passwordHash.text, 'new');
  const { token } = own.owner;
  const read = await callHttp(server.address, contract.profile.getMe, {}, { token });
  const headers = { 'if-match': read.headers.get('etag') ?? '' };
  const answers = await Promise.all(
    ['One', 'Two', 'Three'].map((name) =>
      callHttp(server.address, contract.profile.updateMe, { name }, { token, headers }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
});

it('answers 200 to whoever has read something else, and takes any state for *', async () => {
  const { own } = await createSeedData(server.app.context, passwordHash.text, 'same');
  const { token } = own.owner;
  const read = (header: string) =>
    callHttp(server.address, contract.profile.getMe, {}, { token, headers: { 'if-none-match': header } });
  expect([(await read('"other"')).status, (await read('*')).status]).toEqual([200, 304]);
  const input = { tenant_id: own.id, name: 'Renamed' };
  const headers = { 'if-match': '*' };
  expect((await callHttp(server.address, contract.organization.updateTenant, input, { token, headers })).status).toBe(
    200,
  );
});
