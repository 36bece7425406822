import type { contract } from '#shared/contract/index.ts';
import type { InputOf } from '#shared/contract/operation.ts';
import { type ApprovalKind, cycleAmount, levelAmount, needsApproval } from '#shared/flows/approval.ts';
import { fromMinor, toMinor } from '#shared/flows/money.ts';
import { AppError } from '#shared/texts/errors.ts';
import { fieldError } from '#shared/texts/field-reasons.ts';
import { given } from '../../../mail/mail-params.ts';
import { found } from '../../../platform/app-error.ts';
import {
  type ApprovalRow,
  findApproval,
  findApprovalOf,
  replaceApproval,
} from '../../../storage/store/hosting/approvals.ts';
import { findProviderSettings, type ProviderSettingsRow } from '../../../storage/store/hosting/provider-settings.ts';
import { otherOwners } from '../../../storage/store/identity/users.ts';
import type { AppContext } from '../../context.ts';
import type { Handler } from '../../handler.ts';
import { notifyOtherOwners, tenantParams } from '../../identity/notices.ts';
import { type AskedChange, askedUpgrade, isExpired, isLooser, limitWanted, presentApproval } from '../approvals.ts';
import { currencyOf, findScope, loadServerContext } from '../hosting-context.ts';
import { requireOpenRun } from '../runs/runs.ts';
import { monthlyPrice } from '../servers/server-price.ts';
import { cycleOf, isManaged } from '../servers/servers.ts';
import { recordApprovalEvent } from './record-approval-event.ts';

type Asked = InputOf<typeof contract.hosting.requestApproval>;

const required = (field: keyof Asked): AppError =>
  new AppError('VALIDATION_FAILED', { errors: [fieldError(field, { reason: 'required' })] });

/**
 * What each kind of request asks for, at the prices of now.
 * @throws AppError VALIDATION_FAILED, NOT_FOUND, STATE_CONFLICT, PROVIDER_…
 */
const askedOf: Record<ApprovalKind, (context: AppContext, tenantId: string, asked: Asked) => Promise<AskedChange>> = {
  upgrade: async ({ db }, tenantId, { serviceid }) => {
    if (serviceid === undefined) throw required('serviceid');
    const run = await requireOpenRun(db.read, found(await findScope(db.read, tenantId)), serviceid);
    return askedUpgrade(run, await findProviderSettings(db.read, tenantId));
  },
  billing_cycle: async (context, tenantId, { serviceid, billingcycle }) => {
    if (serviceid === undefined) throw required('serviceid');
    if (billingcycle === undefined) throw required('billingcycle');
    const { hosting, server } = await loadServerContext(context, tenantId, serviceid);
    const monthly = await monthlyPrice(hosting, server, billingcycle, isManaged(server));
    const amount = cycleAmount(monthly, billingcycle);
    return { kind: 'billing_cycle', service_id: serviceid, wanted: billingcycle, amount };
  },
  service_level: async (context, tenantId, { serviceid, managed }) => {
    if (serviceid === undefined) throw required('serviceid');
    if (managed === undefined) throw required('managed');
    const { hosting, server } = await loadServerContext(context, tenantId, serviceid);
    const cycle = cycleOf(server);
    const amount = levelAmount(server.approximate_cost, await monthlyPrice(hosting, server, cycle, managed), cycle);
    return { kind: 'service_level', service_id: serviceid, wanted: managed ? 'managed' : 'unmanaged', amount };
  },
  limit: async (_context, _tenantId, { approval_limit }) => {
    if (approval_limit === undefined) throw required('approval_limit');
    const amount = approval_limit === null ? null : toMinor(approval_limit);
    return { kind: 'limit', service_id: '', wanted: limitWanted(amount), amount };
  },
};

const isNeeded = ({ kind, amount }: AskedChange, { approval_limit }: ProviderSettingsRow): boolean =>
  kind === 'limit' ? isLooser(amount, approval_limit) : needsApproval(approval_limit, amount);

/**
 * Asks the other owners to agree to a change (DECISION 0286), by email and in the console. A request that waits for the
 * same is answered as it is, and sends no further email.
 */
export const requestApproval: Handler<typeof contract.hosting.requestApproval> = async (
  context,
  input,
  { caller, client, transaction },
) => {
  const { clock, ids } = context;
  const { tenantId } = caller.principal;
  const asked = await askedOf[input.kind](context, tenantId, input);
  return transaction(async (tx, { user }) => {
    const settings = found(await findProviderSettings(tx, tenantId));
    const scope = { tenantId, mode: settings.mode };
    if (!isNeeded(asked, settings)) throw new AppError('STATE_CONFLICT', { reason: 'approval_not_needed' });
    if ((await otherOwners(tx, tenantId, user.id)).length === 0) {
      throw new AppError('STATE_CONFLICT', { reason: 'no_other_owner' });
    }
    const known = await findApprovalOf(tx, scope, asked);
    const isSame = known?.wanted === asked.wanted && known.amount === asked.amount && known.requested_by === user.id;
    if (known && isSame && !isExpired(known, clock.now())) {
      return presentApproval(found(await findApproval(tx, scope, known.id)), user.id);
    }
    const row: ApprovalRow = {
      ...asked,
      id: ids.id('appr'),
      tenant_id: tenantId,
      mode: settings.mode,
      requested_by: user.id,
      requested_at: clock.now(),
      approved_by: null,
      approved_at: null,
    };
    await replaceApproval(tx, row);
    const stored = found(await findApproval(tx, scope, row.id));
    await recordApprovalEvent(context, tx, stored, { action: 'requestApproval', actor: user, client });
    const amount = row.amount === null ? null : fromMinor(row.amount);
    await notifyOtherOwners(
      context,
      tx,
      tenantId,
      'approval_requested',
      { by: user, client },
      {
        ...(await tenantParams(tx, tenantId)),
        server: given.text(stored.server_label ?? row.service_id),
        change: given.word(row.kind),
        amount: given.money(amount, currencyOf(settings)),
      },
    );
    return presentApproval(stored, user.id);
  });
};
