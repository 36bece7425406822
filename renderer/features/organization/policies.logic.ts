import type { OutputOf, RequestOf } from '#shared/contract/operation.ts';
import type { getPolicies } from '#shared/contract/organization/get-policies.ts';
import type { updatePolicies } from '#shared/contract/organization/update-policies.ts';
import { type Holder, may } from '#shared/rules/permissions.ts';
import type { Translate } from '../../languages/translate.ts';

export type Policies = OutputOf<typeof getPolicies>;
export type PolicyChange = Omit<RequestOf<typeof updatePolicies>, 'tenant_id'>;

/** Why a role can't change policies; undefined if it can. */
export const policiesDisabledReason = (holder: Holder, t: Translate): string | undefined =>
  may(holder, 'policies.manage') ? undefined : t('settings.organization.ownersOnly');
