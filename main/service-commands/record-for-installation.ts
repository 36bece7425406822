import type { AppContext } from '../services/context.ts';
import {
  type AuditTarget,
  type DetailedAction,
  operatorActor,
  recordEvent,
} from '../services/recording/record-event.ts';
import type { WriteTransaction } from '../storage/database/schema.ts';
import { findFirstTenant } from '../storage/store/team/tenants.ts';

type InstallationEvent = DetailedAction & {
  /** The admin team itself if absent. */
  target?: AuditTarget;
  /** A team whose log goes away. */
  except?: string;
};

/**
 * Records what concerns the whole server in the log of the team that administers it. While there is no team, no one
 * could read it.
 */
export const recordForInstallation = async (
  context: AppContext,
  tx: WriteTransaction,
  { target, except, ...event }: InstallationEvent,
): Promise<void> => {
  const team = await findFirstTenant(tx, except);
  if (!team) return;
  await recordEvent(context, tx, {
    ...event,
    actor: operatorActor(team.id),
    target: target ?? { kind: 'tenant', id: team.id, label: team.name },
  });
};
