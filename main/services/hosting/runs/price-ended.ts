import { isOpen } from '#shared/flows/upgrade-flow.ts';
import { findServer } from '../../../storage/store/hosting/servers.ts';
import type { SeenRunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import type { AppContext } from '../../context.ts';
import { systemTransaction } from '../../system-transaction.ts';
import type { HostingContext } from '../hosting-context.ts';
import { needsPrice, priceIfReadable } from '../servers/server-price.ts';
import { reloadRun } from './runs.ts';

/** Reads the cost again once a run has ended: prices change after a quote, and other people make orders too. */
export const priceEnded = async (
  context: AppContext,
  hosting: HostingContext,
  run: SeenRunRow,
): Promise<SeenRunRow> => {
  const { db } = context;
  if (isOpen(run.state)) return run;
  const server = await findServer(db.read, hosting.scope, run.service_id);
  if (server && needsPrice(server, context.clock.now())) {
    await priceIfReadable(context, hosting, [server], (work) =>
      systemTransaction(context, { tenant: run.tenant_id }, work),
    );
  }
  return reloadRun(db.read, run);
};
