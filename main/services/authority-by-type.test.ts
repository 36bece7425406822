import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { tablesOf } from '../storage/database/tables.ts';
import type { Handler } from './handler.ts';

/** Handlers that write past their call. None of them compiles, so none of them ever runs. */
const misfits = {
  transaction: (async (context) => {
    // @ts-expect-error a handler has no transaction but the call's
    await context.db.transaction({}, async () => {});
    return { success: true, message: '' };
  }) satisfies Handler<typeof contract.team.removeMember>,
  write: (async (context) => {
    // @ts-expect-error nor single statements
    await tablesOf(context.db.write).deleteFrom('users').execute();
    return { success: true, message: '' };
  }) satisfies Handler<typeof contract.team.removeMember>,
  checkpoint: (async (context) => {
    // @ts-expect-error nor anything else of the whole database
    await context.db.checkpoint('passive');
    return { success: true, message: '' };
  }) satisfies Handler<typeof contract.team.removeMember>,
  anonymous: (async (_context, _input, call) => {
    // @ts-expect-error a transaction without a caller names its tenant, or says that there is none
    await call.transaction(async () => {});
    return { success: true, message: '' };
  }) satisfies Handler<typeof contract.auth.forgotPassword>,
  bearer: (async (_context, _input, call) => {
    // @ts-expect-error a caller's tenant is not a choice
    await call.transaction({ tenant: 'tnt_other' }, async () => {});
    return { success: true, message: '' };
  }) satisfies Handler<typeof contract.team.removeMember>,
  single: (async (_context, _input, call) => {
    // @ts-expect-error single statements check no caller
    await tablesOf(call.write).deleteFrom('users').execute();
    return { success: true, message: '' };
  }) satisfies Handler<typeof contract.team.removeMember>,
};

const services = fileURLToPath(new URL('.', import.meta.url));

const sources = async (): Promise<Map<string, string>> => {
  const files = (await readdir(services, { recursive: true })).filter((file) => /(?<!\.test)\.ts$/.test(file));
  return new Map(files.map((file) => [file.replaceAll('\\', '/'), readFileSync(join(services, file), 'utf8')]));
};

const filesWith = async (pattern: RegExp): Promise<string[]> =>
  [...(await sources())].flatMap(([file, text]) => (pattern.test(text) ? [file] : [])).sort();

/** The files that the tables of contents list, as in `team/get-member.ts`. */
const handlerFiles = async (): Promise<string[]> =>
  [...(await sources())].flatMap(([file, text]) =>
    /^[a-z-]+\/index\.ts$/.test(file)
      ? [...text.matchAll(/^import \{.*from '\.\/(.+)';$/gm)].map(([, name]) => `${dirname(file)}/${name}`)
      : [],
  );

describe('how services write', () => {
  it('compiles no handler that writes past its call', () => {
    expect(Object.keys(misfits)).toHaveLength(6);
  });

  it('lets only these modules write for the service itself, and none of them is a handler', async () => {
    const allowed = [
      // Only reads.
      'hosting/outlasting.ts',
      'hosting/runs/call-provider.ts',
      'hosting/runs/poll-provider.ts',
      'hosting/runs/price-ended.ts',
      'identity/confirmation-attempts.ts',
      'identity/expire-sessions.ts',
      'identity/lockout.ts',
      'recording/record-outcome.ts',
    ];
    expect(await filesWith(/from '[^']*\/system-transaction\.ts'/)).toEqual(allowed);
    const handlers = await handlerFiles();
    expect(allowed.filter((file) => handlers.includes(file))).toEqual([]);
  });

  it('hands the whole database to what jobs call, and to nothing else', async () => {
    expect(await filesWith(/\bwholeDatabase\b/)).toEqual(['system-transaction.ts']);
    expect(await filesWith(/\bSystemContext\b/)).toEqual([
      'calls.ts',
      'context.ts',
      'hosting/advance-runs.ts',
      'hosting/costs/budget-alarm.ts',
      'hosting/costs/reconcile.ts',
      'hosting/queues/advance-queue.ts',
      'hosting/runs/late-orders.ts',
      'hosting/runs/lost-work.ts',
    ]);
    expect(await filesWith(/\.read\s*\.transaction\b/)).toEqual([]);
  });

  it('asks for passwords through the call, which remembers them', async () => {
    expect(await filesWith(/from '[^']*\/confirm-password\.ts'/)).toEqual(['calls.ts']);
    expect(await filesWith(/\bpasswords\.verify\b/)).toEqual(['auth/login.ts', 'identity/confirm-password.ts']);
  });

  it('lets only what takes a proof write before the caller has confirmed who they are', async () => {
    expect(await filesWith(/(?<!')\bconfirming\b/)).toEqual(['calls.ts', 'handler.ts', 'identity/confirm-change.ts']);
  });

  it('decides in one place whom a caller governs, where ownership asks for a confirmation', async () => {
    expect(await filesWith(/\bgoverns\(/)).toEqual([
      'identity/assert-governs.ts',
      // Compares what both have, behind the one above.
      'identity/assert-within.ts',
      // What follows from a role.
      'identity/end-authority.ts',
      // Always asks, whoever the link is for.
      'mail/revealable-link.ts',
    ]);
  });

  it('names every handler', async () => {
    const count = Object.values(contract).flatMap((operations) => Object.keys(operations)).length;
    expect(await handlerFiles()).toHaveLength(count);
  });
});
