import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { liveSettings, plans, yearlyServer } from '#e2e/fixtures/hosting.ts';
import { perFile } from '#e2e/fixtures/prepared.ts';
import type { Actor } from '#e2e/fixtures/seed-actors.ts';
import { createSeedData } from '#e2e/fixtures/seed-data.ts';
import { createTestServer } from '#e2e/fixtures/test-server.ts';
import { type Transport, transports } from '#e2e/fixtures/transports.ts';
import { contract } from '#shared/contract/index.ts';
import type { OperationSpec, OutputOf, RequestOf } from '#shared/contract/operation.ts';
import type { Problem } from '#shared/errors.ts';
import { invoiceImport } from '#shared/hosting.ts';

const { hosting } = contract;

const server = perFile(() => createTestServer({ 'rate-limits': 'off' }));
let owner: Actor;
beforeAll(async () => {
  ({ stranger: owner } = await createSeedData(server.app.context, 'no password fits'));
});

describe.each(Object.keys(transports) as Transport[])('a provider that cannot be reached, through %s', (transport) => {
  it('returns 502 with the reason, not an internal error', async () => {
    const { token } = owner;
    const stored = await transports[transport](server.address, hosting.updateProviderSettings, liveSettings, { token });
    expect(stored.status).toBe(200);
    const answer = await transports[transport](server.address, hosting.syncServers, {}, { token });
    expect([answer.status, answer.problem]).toEqual([
      502,
      expect.objectContaining({
        code: 'PROVIDER_UNREACHABLE',
        status: 502,
        provider_reason: 'network',
        success: false,
      }),
    ]);
    expect(answer.text).not.toContain(liveSettings.key);
  });
});

describe.each(Object.keys(transports) as Transport[])('an upgrade in the sandbox, through %s', (transport) => {
  let token: string;
  beforeEach(async () => {
    ({ token } = (await createSeedData(server.app.context, 'no password fits')).stranger);
    await call(hosting.updateProviderSettings, { mode: 'sandbox' });
    await call(hosting.syncServers, {});
  });
  const ask = <Op extends OperationSpec>(operation: Op, input: RequestOf<Op>) =>
    transports[transport](server.address, operation, input, { token });
  const call = async <Op extends OperationSpec>(operation: Op, input: RequestOf<Op>): Promise<OutputOf<Op>> => {
    const { problem, body } = await ask(operation, input);
    expect(problem).toBeUndefined();
    return body as OutputOf<Op>;
  };

  it('returns 422 if the disk of the plan is smaller, and leaves no run open', async () => {
    const { problem } = await ask(hosting.upgradeInstance, { serviceid: yearlyServer, rid: plans.present });
    expect(problem).toMatchObject({
      status: 422,
      code: 'DISK_CANNOT_SHRINK',
      reason: 'smaller_disk',
      params: { current_gb: 100, wanted_gb: 50 },
    });
    const { runs } = await call(hosting.listUpgradeRuns, { serviceid: yearlyServer });
    expect(runs.map(({ state }) => state)).toEqual(['cancelled']);
  });

  it('returns 409 if the default decision is set for an upgrade that has ended', async () => {
    const { run_id } = await call(hosting.startUpgradeRun, { serviceid: yearlyServer });
    const set = await call(hosting.setUpgradeDefault, { run_id, decision: 'revert' });
    expect(set.default_decision).toBe('revert');
    await call(hosting.cancelUpgradeRun, { run_id });
    const { problem } = await ask(hosting.setUpgradeDefault, { run_id, decision: 'confirm' });
    expect(problem).toMatchObject({ status: 409, code: 'STATE_CONFLICT', reason: 'ended' });
    expect((await call(hosting.getUpgradeRun, { run_id })).default_decision).toBe('revert');
  });
});

describe('an invoice file', () => {
  const { maxBytes } = invoiceImport;
  const send = async (body: string) => {
    const response = await fetch(`${server.address}/api/v1/hosting/invoices/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      body,
    });
    const { errors } = (await response.json()) as Problem;
    return [response.status, errors?.map(({ reason }) => reason)];
  };
  /** As some JSON libraries write it by default. */
  const inAscii = (text: string): string =>
    text.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

  it.each(['a', 'ü', '語', '😀'])(
    'may have half a megabyte, whatever the characters and their spelling: %s',
    async (character) => {
      const body = JSON.stringify({ csv: character.repeat(Math.floor(maxBytes / Buffer.byteLength(character))) });
      // The header is missing, but the whole file was read.
      expect(await send(body)).toEqual([400, ['csv_header']]);
      expect(await send(inAscii(body))).toEqual([400, ['csv_header']]);
    },
  );

  it('is refused by its size in bytes', async () => {
    expect(await send(JSON.stringify({ csv: 'ü'.repeat(maxBytes / 2 + 1) }))).toEqual([400, ['too_many_bytes']]);
    expect(await send(JSON.stringify({ csv: 'a'.repeat(maxBytes + 1) }))).toEqual([400, ['too_long']]);
  });
});
