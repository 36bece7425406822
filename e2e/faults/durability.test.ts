import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BundledChild, bundleChild } from '#e2e/support/bundled-child.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { testConfig, testPassword, testPasswords } from '#e2e/support/test-service.ts';
import { writeAndKill } from '#e2e/support/write-and-kill.ts';
import { createService, type Service } from '#main/app/compose.ts';
import { dataFolder } from '#main/platform/data-folder.ts';
import { createLogger } from '#main/platform/logger.ts';
import { inspectDatabase } from '#main/storage/database/engines/sqlite/open.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { invoke } from '#main/transport/invoke.ts';
import { contract } from '#shared/contract/index.ts';
import type { OperationSpec, OutputOf, RequestOf } from '#shared/contract/operation.ts';

const rounds = Number(process.env.CASTELLAN_KILL_ROUNDS ?? 10);
const longestLife = 400;

const dataDir = perFile(() => temporaryFolder('castellan-test-'));
let program: BundledChild;
beforeAll(async () => {
  program = await bundleChild(join(import.meta.dirname, 'durability-child.ts'));
});
afterAll(async () => {
  await program.remove();
});

const open = (): Promise<Service> =>
  createService(testConfig(dataDir.path), { log: createLogger('silent'), ...testPasswords() });
const call = async <Op extends OperationSpec>(
  { context }: Service,
  operation: Op,
  input: RequestOf<Op>,
): Promise<OutputOf<Op>> => {
  const client = { ip: '127.0.0.1', userAgent: 'durability', background: false, requestId: 'req_durability' };
  // The guard's answer, narrowed to the type of the operation.
  return (await invoke(context, operation, input, { authorization: undefined, client })) as OutputOf<Op>;
};
const signIn = (service: Service) =>
  call(service, contract.auth.login, { email: 'owner@example.com', password: testPassword });

/** The acknowledged writes that are missing or incomplete. */
const lost = async ({ context }: Service, acknowledged: readonly string[]): Promise<string[]> => {
  const { read } = context.db;
  const workspaces = new Set(
    (await tablesOf(read).selectFrom('workspace_members').select('workspace_id').execute()).map(
      (row) => row.workspace_id,
    ),
  );
  const invitations = new Set(
    (
      await tablesOf(read)
        .selectFrom('invitations')
        .innerJoin('invitation_workspaces', 'invitation_workspaces.invitation_id', 'invitations.id')
        .innerJoin('one_time_tokens', 'one_time_tokens.invitation_id', 'invitations.id')
        .innerJoin('mails', 'mails.token_id', 'one_time_tokens.id')
        .select('invitations.id')
        .execute()
    ).map((row) => row.id),
  );
  return acknowledged.filter((line) => {
    const [kind, id = ''] = line.split(' ');
    return !(kind === 'workspace' ? workspaces : invitations).has(id);
  });
};

describe('a service killed while it writes', () => {
  it(`loses no acknowledged write in ${rounds} rounds`, { timeout: 60_000 + rounds * 10_000 }, async () => {
    let service = await open();
    const account = { email: 'owner@example.com', name: 'Owner', password: testPassword };
    const { tenant_id } = await call(service, contract.auth.signup, { ...account, company_name: 'Company' });
    const acknowledged: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { access_token } = await signIn(service);
      await service.stop();
      const written = await writeAndKill(program, [dataDir.path, access_token, tenant_id, `r${round}`], longestLife);
      expect(written.length, `round ${round}`).toBeGreaterThan(0);
      acknowledged.push(...written);
      const report = await inspectDatabase(dataFolder(dataDir.path).database, 'thorough');
      expect(report?.applied.length).toBeGreaterThan(0);
      service = await open();
      expect(await lost(service, written)).toEqual([]);
      await service.start();
    }
    expect(await lost(service, acknowledged)).toEqual([]);
    expect(await lost(service, ['workspace ws_never', 'invitation inv_never'])).toHaveLength(2);
    await service.stop();
  });
});
