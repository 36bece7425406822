import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../../handler.ts';
import { loadHostingContext } from '../hosting-context.ts';
import { requireServer } from '../servers/servers.ts';
import { choosePlan } from './choose-plan.ts';
import { runCommand } from './run-command.ts';

/** The plan can be changed until it is ordered. */
export const chooseUpgradePlan: Handler<typeof contract.hosting.chooseUpgradePlan> = runCommand({
  action: 'chooseUpgradePlan',
  act: async ({ context, run, runActor }, { run_id: _, ...choice }) => {
    const hosting = await loadHostingContext(context, run.tenant_id);
    const server = await requireServer(context.db.read, hosting.scope, run.service_id);
    return choosePlan(context, hosting, server, run, choice, runActor);
  },
});
