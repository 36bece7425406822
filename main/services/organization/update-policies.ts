import type { z } from 'zod';
import type { AuditDetails, DetailValue } from '#shared/contract/audit-details.ts';
import type { contract } from '#shared/contract/index.ts';
import { type policies, policyFields } from '#shared/contract/organization/resources.ts';
import { day } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { given } from '../../mail/mail-params.ts';
import type { Flag } from '../../storage/database/columns.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { hasSecondFactor } from '../../storage/store/identity/second-factors.ts';
import { deleteTrustedDevicesOfTenant } from '../../storage/store/identity/trusted-devices.ts';
import { emailDomainsShape } from '../../storage/store/stored-shapes.ts';
import { findTenant, type TenantRow, updatePoliciesOf } from '../../storage/store/team/tenants.ts';
import type { AppContext } from '../context.ts';
import type { Handler } from '../handler.ts';
import { notifyOtherOwners } from '../identity/notices.ts';
import { recordEvent, tenantTarget } from '../recording/record-event.ts';
import { presentPolicies } from './present-policies.ts';

type Policies = z.output<typeof policies>;
const policyNames = Object.keys(policyFields) as (keyof typeof policyFields)[];

/**
 * DECISION 0135: changes what is given and leaves the rest. The audit row shows each changed policy before and after; a
 * call that changes nothing writes none.
 */
export const updatePolicies: Handler<typeof contract.organization.updatePolicies> = async (
  context,
  {
    tenant_id,
    email_domains,
    second_factor_required,
    refuse_common_passwords,
    confirm_sensitive_changes,
    invitations_need_verified_email,
    verified_email_required,
    email_sign_in,
    ...change
  },
  { client, transaction },
) =>
  transaction(async (tx, caller) => {
    const tenant = await findTenant(tx, tenant_id);
    // Not of an owner who sends it back as it is.
    if (second_factor_required && tenant.second_factor_required_at === null) {
      await assertUsesSecondFactor(tx, caller.user.id);
    }
    if (verified_email_required && tenant.verified_email_required === 0 && !caller.user.emailVerified) {
      throw new AppError('STATE_CONFLICT', { reason: 'email_unverified' });
    }
    await updatePoliciesOf(tx, tenant_id, {
      ...change,
      email_domains: email_domains && emailDomainsShape.write(email_domains),
      refuses_common_passwords: flagOf(refuse_common_passwords),
      confirms_sensitive_changes: flagOf(confirm_sensitive_changes),
      verified_email_required: flagOf(verified_email_required),
      email_sign_in: flagOf(email_sign_in),
      invitations_need_verified_email: flagOf(invitations_need_verified_email),
      second_factor_required_at: requiredAt(tenant, second_factor_required, context.clock.now()),
    });
    const after = presentPolicies(await findTenant(tx, tenant_id));
    await endTrustBeyond(context, tx, tenant, after);
    const details = changesBetween(presentPolicies(tenant), after);
    if (Object.keys(details).length > 0) {
      await recordEvent(context, tx, {
        action: 'updatePolicies',
        actor: caller.user,
        client,
        target: tenantTarget(tenant),
        details,
      });
      const policies = policyNames.filter((name) => name in details);
      const origin = { by: caller.user, client };
      await notifyOtherOwners(context, tx, tenant_id, 'policies_changed', origin, {
        tenant_name: given.text(tenant.name),
        policies: given.word(...policies),
      });
    }
    return after;
  });

/** DECISION 0320: what a shorter policy ends doesn't come back with a longer one. */
const endTrustBeyond = async (
  { clock }: Pick<AppContext, 'clock'>,
  tx: WriteTransaction,
  { id, trusted_device_days: before }: TenantRow,
  { trusted_device_days: days }: Policies,
): Promise<void> => {
  if (days >= before) return;
  // Without trust, also those that a clock ahead of ours trusted.
  await deleteTrustedDevicesOfTenant(tx, id, days === 0 ? Number.MAX_SAFE_INTEGER : clock.now() - days * day);
};

/** DECISION 0136: owners who require it must use it themselves, so that no one locks themselves out by accident. */
const assertUsesSecondFactor = async (tx: WriteTransaction, userId: string): Promise<void> => {
  if (!(await hasSecondFactor(tx, userId))) throw new AppError('STATE_CONFLICT', { reason: 'second_factor_off' });
};

/** The grace period begins when two-factor authentication is first required. Undefined if that stays as it is. */
const requiredAt = (
  { second_factor_required_at }: TenantRow,
  required: boolean | undefined,
  now: number,
): number | null | undefined => (required ? (second_factor_required_at ?? now) : required === false ? null : undefined);

/** Undefined leaves a policy as it is. */
const flagOf = (value: boolean | undefined): Flag | undefined => (value === undefined ? undefined : value ? 1 : 0);

const plain = (value: Policies[keyof Policies]): DetailValue => (Array.isArray(value) ? value.join(', ') : value);

/** Each changed policy, as `name` with its new value and `name_before` with the previous one. */
const changesBetween = (before: Policies, after: Policies): AuditDetails<'updatePolicies'> =>
  Object.fromEntries(
    policyNames
      .map((name) => ({ name, was: plain(before[name]), is: plain(after[name]) }))
      .filter(({ was, is }) => was !== is)
      .flatMap(({ name, was, is }) => [
        [`${name}_before`, was],
        [name, is],
      ]),
  );
