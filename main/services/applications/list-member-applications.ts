import type { contract } from '#shared/contract/index.ts';
import { found } from '../../platform/app-error.ts';
import { claimsWithGroups } from '../../security/claims.ts';
import { findAnyMember } from '../../storage/store/identity/users.ts';
import { listUsableApplications } from '../../storage/store/oauth/application-access.ts';
import { listConsents } from '../../storage/store/oauth/consents.ts';
import type { Handler } from '../handler.ts';
import { presentConsent } from '../presenters.ts';

/** Those that a member may use now, then those that they gave access and may no longer use. */
export const listMemberApplications: Handler<typeof contract.applications.listMemberApplications> = async (
  { db },
  { tenant_id, user_id },
) => {
  const member = found(await findAnyMember(db.read, tenant_id, user_id), 'MEMBER_NOT_FOUND');
  const isActive = member.status === 'active';
  const usable = isActive ? await listUsableApplications(db.read, member) : [];
  const given = new Map((await listConsents(db.read, member.id)).map((row) => [row.application_id, row]));
  const former = [...given.values()].filter((row) => !usable.some(({ id }) => id === row.application_id));
  const rows = [
    ...usable.map(({ id, name, kind }) => ({ application_id: id, name, kind, may_use: true })),
    ...former.map(({ application_id, name, kind }) => ({ application_id, name, kind, may_use: false })),
  ];
  return {
    applications: rows.map((row) => {
      const consent = given.get(row.application_id);
      const { scopes, granted_at, last_used_at } = consent ? presentConsent(consent) : none;
      return { ...row, scopes, granted_at, last_used_at };
    }),
    total: rows.length,
    claims: isActive ? await claimsWithGroups(db.read, member) : null,
  };
};

const none = { scopes: null, granted_at: null, last_used_at: null };
