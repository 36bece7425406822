import { join } from 'node:path';
import { createService } from '#main/app/compose.ts';
import { readConfig } from '#main/config/config.ts';
import { createLogger } from '#main/platform/logger.ts';
import { invoke } from '#main/transport/invoke.ts';
import { contract } from '#shared/contract/index.ts';

/**
 * Writes through the service without pause until it is killed. Each line on stdout names a write that was acknowledged:
 * `workspace <id>` or `invitation <id>`. Arguments: data folder, access token, tenant, and a name for this round.
 */
const [dataDir = '', token = '', tenantId = '', round = ''] = process.argv.slice(2);

const config = readConfig(
  { 'data-dir': join(dataDir), 'bcrypt-cost': '10', 'rate-limits': 'off' },
  process.env,
  undefined,
);
const service = await createService(config, { log: createLogger('silent') });
service.announce('http://127.0.0.1:4310');
await service.start();

const client = { ip: '127.0.0.1', userAgent: 'durability', background: false, requestId: 'req_durability' };
const call = (operation: Parameters<typeof invoke>[1], input: object): Promise<unknown> =>
  invoke(service.context, operation, { tenant_id: tenantId, ...input }, { authorization: `Bearer ${token}`, client });

const writers = 4;
const write = async (writer: number): Promise<never> => {
  for (let n = 0; ; n += 1) {
    const name = `${round}-${writer}-${n}`;
    const { workspace_id } = (await call(contract.workspaces.createWorkspace, { name })) as { workspace_id: string };
    process.stdout.write(`workspace ${workspace_id}\n`);
    const { invitation_id } = (await call(contract.team.inviteMember, {
      email: `guest-${name}@example.com`,
      role: 'member',
      workspaces: [workspace_id],
    })) as { invitation_id: string };
    process.stdout.write(`invitation ${invitation_id}\n`);
  }
};
await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
