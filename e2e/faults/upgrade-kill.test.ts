import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BundledChild, bundleChild } from '#e2e/support/bundled-child.ts';
import { monthlyServer } from '#e2e/support/hosting.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createSeedData } from '#e2e/support/seed-data.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { testConfig } from '#e2e/support/test-service.ts';
import { createService } from '#main/app/compose.ts';
import { systemClock } from '#main/platform/clock.ts';
import { dataFolder } from '#main/platform/data-folder.ts';
import { createLogger } from '#main/platform/logger.ts';
import { createEmulator, type Emulator } from '#main/provider/emulator/emulator.ts';
import { initialState } from '#main/provider/emulator/initial-state.ts';
import { type EmulatorServer, serveEmulator } from '#main/provider/emulator/server.ts';
import { inspectDatabase } from '#main/storage/database/engines/sqlite/open.ts';
import { invoke } from '#main/transport/invoke.ts';
import { contract } from '#shared/contract/index.ts';
import { runTimesMs } from '#shared/flows/hosting.ts';
import { second } from '#shared/rules/limits.ts';

const { hosting } = contract;
const providerKey = 'live-key-0001';

/** The emulator runs in this process. The service runs in another, which is killed. */
let emulator: Emulator;
let provider: EmulatorServer;
/** A data folder with one tenant and its account, before the first run. Each round works on a copy. */
const template = perFile(() => temporaryFolder('castellan-test-'));
let apiKey: string;
/** The program that gets killed. */
let program: BundledChild;
let child: ChildProcess | undefined;
/** When to kill: at a call to the provider, either before the provider executes it or before it answers. */
let trap: { action: string; when: 'before' | 'after'; count: number } | undefined;

const killService = async (): Promise<never> => {
  child?.kill('SIGKILL');
  throw Object.assign(new Error('The caller is gone'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
};

const handle = async (request: Request): Promise<Response> => {
  const form = new URLSearchParams(await request.clone().text());
  const action = form.get('action') ?? '';
  const isTrapped = trap?.action === action && trap.count-- === 1;
  const when = trap?.when;
  if (isTrapped && when === 'before') return killService();
  const answer = await emulator.handle(request);
  // Pay every open invoice at once.
  for (const { invoiceid } of emulator.state.orders) if (invoiceid !== null) emulator.payInvoice(invoiceid);
  return isTrapped ? killService() : answer;
};

const newEmulator = (): Emulator => {
  const clock = systemClock;
  return createEmulator(initialState(clock.now(), { key: providerKey, resize_delay: 0 }), { clock });
};

beforeAll(async () => {
  program = await bundleChild(join(import.meta.dirname, 'upgrade-child.ts'));
  emulator = newEmulator();
  provider = await serveEmulator((request) => handle(request));
  const service = await createService(testConfig(template.path, { 'public-url': 'https://castellan.example' }), {
    log: createLogger('silent'),
  });
  const { context } = service;
  const { own } = await createSeedData(context, 'no password fits');
  apiKey = own.owner.apiKey.key;
  const client = { ip: '127.0.0.1', userAgent: 'test', background: false, requestId: 'req_test' };
  const by = { authorization: `Bearer ${own.owner.token}`, client };
  await invoke(context, hosting.cancelUpgradeRun, { run_id: own.hosting.runId }, by);
  const settings = { mode: 'live', base_url: provider.url, key: providerKey, allow_private_addresses: true };
  await invoke(context, hosting.updateProviderSettings, settings, by);
  await invoke(context, hosting.syncServers, {}, by);
  await service.stop();
});
afterAll(async () => {
  await provider.close();
  await program.remove();
});

/** Runs the service until it exits or is killed. Returns its output and the signal that ended it. */
const work = async (dataDir: string, goal: string, ahead: number) => {
  const started = spawn(process.execPath, [program.file, dataDir, apiKey, monthlyServer, goal, String(ahead)], {
    env: { ...process.env, ...program.environment, CASTELLAN_CHECK_ANSWERS: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = started;
  let [output, complaints] = ['', ''];
  started.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  started.stderr.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  const [code, signal] = (await once(started, 'close')) as [number | null, NodeJS.Signals | null];
  return { output: output.trim(), signal, code, complaints };
};

const writes: [goal: string, action: string, when: 'before' | 'after', ended: string][] = [
  ['confirm', 'upgrade_instance', 'before', 'confirmed'],
  ['confirm', 'upgrade_instance', 'after', 'confirmed'],
  ['confirm', 'upgrade_server', 'before', 'confirmed'],
  ['confirm', 'upgrade_server', 'after', 'confirmed'],
  ['confirm', 'confirm_upgrade', 'before', 'confirmed'],
  ['confirm', 'confirm_upgrade', 'after', 'confirmed'],
  ['revert', 'revert_upgrade', 'before', 'reverted'],
  ['revert', 'revert_upgrade', 'after', 'reverted'],
  // A call that was never executed ends as failed; one that was executed ends as changed.
  ['annually', 'change_billing_cycle', 'before', 'failed'],
  ['annually', 'change_billing_cycle', 'after', 'changed'],
];
/** Each read from the provider along the way: at the start, at the choice, before and after each step. */
const reads: [goal: string, action: string, count: number][] = [
  ['confirm', 'check_upgrade_order', 1],
  ['confirm', 'get_price_list', 1],
  ['confirm', 'check_upgrade_order', 2],
  ['confirm', 'check_upgrade_order', 3],
  ['confirm', 'get_instance', 2],
  ['confirm', 'get_instance', 3],
];

describe('a service killed in the middle of an upgrade', () => {
  const round = async (goal: string, killAt: NonNullable<typeof trap>, ended: string): Promise<void> => {
    const dataDir = await mkdtemp(join(tmpdir(), 'castellan-test-'));
    try {
      await cp(template.path, dataDir, { recursive: true });
      emulator = newEmulator();
      trap = { ...killAt };
      const first = await work(dataDir, goal, 0);
      expect(first.signal, first.complaints).toBe('SIGKILL');
      expect((await inspectDatabase(dataFolder(dataDir).database, 'thorough'))?.applied.length).toBeGreaterThan(0);
      trap = undefined;
      const second_ = await work(dataDir, goal, runTimesMs.settle + 30 * second);
      expect([second_.output, second_.code], second_.complaints).toEqual([`ended ${ended}`, 0]);
      const server = emulator.state.servers.find(({ serviceid: serviceId }) => String(serviceId) === monthlyServer);
      const isUpgrade = goal === 'confirm' || goal === 'revert';
      expect(emulator.state.orders.map(({ status }) => status)).toEqual(isUpgrade ? [ended] : []);
      expect([server?.status, server?.rid]).toEqual(['ACTIVE', ended === 'confirmed' ? 102 : 101]);
      if (!isUpgrade) expect(server?.billingcycle).toBe(ended === 'changed' ? 'annually' : 'monthly');
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  };

  it.each(writes)('ends correctly with one order (%s, killed at %s, %s it executes)', (goal, action, when, ended) =>
    round(goal, { action, when, count: 1 }, ended),
  );

  it.each(reads)('ends correctly with one order (%s, killed at %s, occurrence %i)', (goal, action, count) =>
    round(goal, { action, when: 'before', count }, 'confirmed'),
  );
});
