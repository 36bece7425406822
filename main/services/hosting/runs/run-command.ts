import type { z } from 'zod';
import type { upgradeRun } from '#shared/contract/hosting/resources/upgrade-runs.ts';
import type { RunAction } from '#shared/flows/upgrade-actions.ts';
import type { Queries } from '../../../storage/database/schema.ts';
import type { SeenRunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import type { AppContext } from '../../context.ts';
import type { BearerCall } from '../../handler.ts';
import { findScope } from '../hosting-context.ts';
import { requireServer } from '../servers/servers.ts';
import { type ActingRunActor, callerRunActor } from './move-run.ts';
import type { AuditedRunAction } from './record-run.ts';
import { presentRun, requireAllowed, requireOpenRun, requireRun } from './runs.ts';

/** A command names its run, or the server whose open run it means. */
type Target = { run_id: string } | { serviceid: string };

/** The run that a command acts on, and who acts. */
interface CommandedRun<Action extends AuditedRunAction> {
  readonly context: AppContext;
  readonly run: SeenRunRow;
  readonly runActor: ActingRunActor<Action>;
}

interface RunCommand<Input, Action extends AuditedRunAction> {
  /** The operation's name, for the audit log. */
  readonly action: Action;
  /** Checked before `act`. Absent if `act` checks it, because other callers share its code. */
  readonly allowed?: RunAction;
  /** Returns the run as it is afterwards. */
  readonly act: (commanded: CommandedRun<Action>, input: Input) => Promise<SeenRunRow>;
}

const findTarget = async (db: Queries, tenantId: string, target: Target): Promise<SeenRunRow> => {
  const scope = await findScope(db, tenantId);
  if ('run_id' in target) return requireRun(db, scope, target.run_id);
  const { tenant_id, mode } = await requireServer(db, scope, target.serviceid);
  return requireOpenRun(db, { tenantId: tenant_id, mode }, target.serviceid);
};

/**
 * The handler of an operation on a run: loads it, checks that the action is allowed, acts, and presents the result.
 * @throws AppError NOT_FOUND, STATE_CONFLICT, or as `act` does
 */
export const runCommand =
  <Input extends Target, Action extends AuditedRunAction>({ action, allowed, act }: RunCommand<Input, Action>) =>
  async (context: AppContext, input: Input, call: BearerCall): Promise<z.output<typeof upgradeRun>> => {
    const { db, steady } = context;
    const run = await findTarget(db.read, call.caller.user.tenantId, input);
    if (allowed) requireAllowed(run, allowed, steady);
    const after = await act({ context, run, runActor: callerRunActor(call, action) }, input);
    return presentRun(after, steady);
  };
