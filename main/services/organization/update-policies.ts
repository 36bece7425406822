import type { z } from 'zod';
import type { AuditDetails } from '#shared/audit.ts';
import type { contract } from '#shared/contract/index.ts';
import type { policies } from '#shared/contract/organization/resources.ts';
import { findTenant, updatePoliciesOf } from '../../store/team/tenants.ts';
import { recordEvent, tenantTarget } from '../audit-log/record-event.ts';
import type { Handler } from '../handler.ts';
import { presentPolicies } from './present-policies.ts';

type Policies = z.output<typeof policies>;

/**
 * DECISION 0135: changes what is given and leaves the rest. The audit row shows each changed policy before and after; a
 * call that changes nothing writes none.
 */
export const updatePolicies: Handler<typeof contract.organization.updatePolicies> = async (
  context,
  { tenant_id, email_domains, ...given },
  { client, transaction },
) =>
  transaction(async (tx, caller) => {
    const tenant = await findTenant(tx, tenant_id);
    const before = presentPolicies(tenant);
    await updatePoliciesOf(tx, tenant_id, {
      ...given,
      ...(email_domains && { email_domains: JSON.stringify(email_domains) }),
    });
    const after = presentPolicies(await findTenant(tx, tenant_id));
    const details = changesBetween(before, after);
    if (Object.keys(details).length > 0) {
      await recordEvent(context, tx, {
        action: 'updatePolicies',
        actor: caller.user,
        client,
        target: tenantTarget(tenant),
        details,
      });
    }
    return after;
  });

const plain = (value: Policies[keyof Policies]): AuditDetails[string] =>
  Array.isArray(value) ? value.join(', ') : value;

/** Each changed policy, as `name` with its new value and `name_before` with the previous one. */
const changesBetween = (before: Policies, after: Policies): AuditDetails =>
  Object.fromEntries(
    (Object.keys(after) as (keyof Policies)[])
      .map((name) => ({ name, was: plain(before[name]), is: plain(after[name]) }))
      .filter(({ was, is }) => was !== is)
      .flatMap(({ name, was, is }) => [
        [`${name}_before`, was],
        [name, is],
      ]),
  );
