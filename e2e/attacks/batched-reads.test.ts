import { beforeAll, describe, expect, it, vi } from 'vitest';
import { rows } from '#e2e/http-api/permission-rows.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createSeedData, hashSeedPassword, type SeedData } from '#e2e/support/seed-data.ts';
import { createTestApp } from '#e2e/support/test-app.ts';
import { procedureOf, send, withoutRequestId } from '#e2e/support/transports.ts';
import { backgroundHeader } from '#shared/contract/http-names.ts';
import { contract, operations } from '#shared/contract/index.ts';
import { isBatchable, type OperationSpec } from '#shared/contract/operation.ts';
import { maxBatchedReads } from '#shared/rules/limits.ts';

const server = perFile(() => createTestApp());
let seed: SeedData;
beforeAll(async () => {
  seed = await createSeedData(server.app.context, await hashSeedPassword(server.app.context));
});

interface Read {
  operation: OperationSpec;
  input?: unknown;
}

const batchUrl = (reads: readonly Read[]): string => {
  const inputs = Object.fromEntries(reads.map(({ input }, position) => [position, input]));
  const names = reads.map(({ operation }) => procedureOf(operation)).join(',');
  return `/trpc/${names}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`;
};
const ask = (reads: readonly Read[], token: string, headers: Record<string, string> = {}) =>
  send(server.address, 'GET', batchUrl(reads), { token, headers });

const { getMe } = contract.profile;
const { listMembers } = contract.team;
const refused = { status: 400, problem: { code: 'VALIDATION_FAILED', errors: [{ path: 'batch', reason: 'batch' }] } };

/** What an answer says, alone or in a batch. Other programs use the disk, too. */
const said = (answer: unknown): string =>
  withoutRequestId({ text: JSON.stringify(answer) }).replace(/"free_bytes":\d+/, '');
/** Reads of the permission matrix, with the input that it gives them. */
const batchableReads = (): Read[] =>
  operations
    .filter(({ operation }) => isBatchable(operation))
    .map(({ operation }) => ({
      operation,
      input: rows[operation.id as keyof typeof rows].input(seed, seed.own.owner),
    }));

describe('a batch', () => {
  it.each(['owner', 'admin', 'member'] as const)(
    'answers each read as a request of its own, for this %s',
    async (role) => {
      const { token } = seed.own[role];
      const reads = batchableReads();
      expect(reads.length).toBeGreaterThan(30);
      const alone: string[] = [];
      for (const { operation, input } of reads) {
        const query = `input=${encodeURIComponent(JSON.stringify(input))}`;
        alone.push(
          said((await send(server.address, 'GET', `/trpc/${procedureOf(operation)}?${query}`, { token })).body),
        );
      }
      const together: string[] = [];
      for (let at = 0; at < reads.length; at += maxBatchedReads) {
        const { body } = await ask(reads.slice(at, at + maxBatchedReads), token);
        together.push(...(body as unknown[]).map(said));
      }
      expect(together).toEqual(alone);
    },
  );

  it('takes nothing but reads of stored data, and then does none of what it asks for', async () => {
    const run = vi.spyOn(server.app.context.inFlight, 'run');
    const { token } = seed.own.owner;
    for (const { operation } of operations) {
      if (isBatchable(operation)) continue;
      for (const reads of [[{ operation }], [{ operation: getMe }, { operation }]]) {
        expect(await ask(reads, token), operation.id).toMatchObject(refused);
        const posted = await send(server.address, 'POST', batchUrl(reads), { token, body: {} });
        expect(posted, operation.id).toMatchObject(refused);
      }
    }
    expect(run).not.toHaveBeenCalled();
    run.mockRestore();
  });

  it('has at most so many reads, however they are written', async () => {
    const run = vi.spyOn(server.app.context.inFlight, 'run');
    const { token } = seed.own.owner;
    const many = Array.from({ length: maxBatchedReads + 1 }, () => ({ operation: getMe }));
    expect((await ask(many.slice(1), token)).status).toBe(200);
    expect(run).toHaveBeenCalledTimes(maxBatchedReads);
    run.mockClear();
    const names = many.map(() => 'profile.getMe');
    const written = [
      `/trpc/${names.join(',')}?batch=1`,
      `/trpc/${names.join('%2C')}?batch=1`,
      `/trpc/${names.join(',')}?batch=%31`,
      `/trpc/${names.join(',')}?batch=1&batch=0`,
      `/trpc//${names.join(',')}/?batch=1`,
      `/trpc/${names.slice(0, 2).join(',')},?batch=1`,
      `/trpc/${names.slice(0, 2).join(',')},auth%2Elogout?batch=1`,
    ];
    for (const path of written) expect((await send(server.address, 'GET', path, { token })).status, path).toBe(400);
    // These are one call of a procedure that doesn't exist.
    for (const query of ['', '?batch=0&batch=1', '?batch=true', '?batch[]=1']) {
      const path = `/trpc/profile.getMe,profile.getMe${query}`;
      expect((await send(server.address, 'GET', path, { token })).status, path).toBe(404);
    }
    expect(run).not.toHaveBeenCalled();
    run.mockRestore();
  });

  it('counts, and refuses, each operation', async () => {
    const count = vi.spyOn(server.app.context.callCounts, 'countRefusal');
    const { token } = seed.own.member;
    const answer = await ask(
      [
        { operation: getMe },
        { operation: contract.mail.listMails, input: { tenant_id: seed.own.id } },
        { operation: listMembers, input: { tenant_id: seed.foreign.id } },
        { operation: listMembers, input: { tenant_id: seed.own.id, limit: -1 } },
      ],
      token,
    );
    // The worst of them: a batch that partly fails is counted as a failed request.
    expect(answer.status).toBe(404);
    expect(count.mock.calls.toSorted()).toEqual([
      ['listMails', 'FORBIDDEN'],
      ['listMembers', 'NOT_FOUND'],
      ['listMembers', 'VALIDATION_FAILED'],
    ]);
    expect((answer.body as { result?: unknown }[]).map(({ result }) => result !== undefined)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    count.mockRestore();
  });

  it('of the background is no activity, for any of its reads', async () => {
    const activity = vi.spyOn(server.app.context.callers, 'identify');
    const reads = [{ operation: getMe }, { operation: contract.sessions.listSessions }];
    await ask(reads, seed.own.owner.token, { [backgroundHeader]: '1' });
    expect(activity.mock.calls.map(([, client]) => client.background)).toEqual([true, true]);
    activity.mockRestore();
  });

  it('needs a session for each read', async () => {
    const { status, body } = await ask([{ operation: getMe }, { operation: getMe }], 'nobody');
    expect([status, body]).toMatchObject([
      401,
      Array.from({ length: 2 }, () => ({ error: { data: { problem: { code: 'TOKEN_INVALID' } } } })),
    ]);
  });
});
