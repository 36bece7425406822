import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../../handler.ts';
import { connectOpenRun } from '../connection.ts';
import { decideRun } from './decide-run.ts';
import { presentRun } from './runs.ts';

/** The server becomes what it was before (seed 001 §3). */
export const revertUpgrade: Handler<typeof contract.hosting.revertUpgrade> = async (
  context,
  { serviceid },
  { caller, client },
) => {
  const { connected, run } = await connectOpenRun(context, caller.user.tenantId, serviceid);
  const mover = { action: 'revertUpgrade', actor: caller.user, client } as const;
  return presentRun(await decideRun(context, connected, run, 'revert', mover), context.clock.now());
};
