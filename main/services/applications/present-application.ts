import type { z } from 'zod';
import type {
  application,
  applicationAccess,
  listedApplication,
  usableApplication,
} from '#shared/contract/applications/resources.ts';
import { applicationVisitors } from '#shared/rules/applications.ts';
import { applicationLimits, day } from '#shared/rules/limits.ts';
import { found } from '../../platform/app-error.ts';
import { toIso } from '../../platform/clock.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { countLogoutNotices } from '../../storage/store/logouts/logout-notices.ts';
import { listApplicationCustomRoles, listApplicationGroups } from '../../storage/store/oauth/application-access.ts';
import { listApplicationSecrets } from '../../storage/store/oauth/application-secrets.ts';
import {
  type ApplicationRow,
  findApplication,
  type ListedApplicationRow,
} from '../../storage/store/oauth/applications.ts';
import type { listConsents } from '../../storage/store/oauth/consents.ts';
import { firstDay, listSignIns } from '../../storage/store/oauth/sign-ins.ts';
import { pathRulesOf } from '../../storage/store/stored-columns.ts';
import type { AppContext } from '../context.ts';
import { issuerOf, presentConsent, presentPerson } from '../presenters.ts';

/** The words of a stored list. */
const wordsOf = (text: string): string[] => text.split(' ').filter((word) => word !== '');

export const presentListedApplication = (row: ListedApplicationRow): z.output<typeof listedApplication> => ({
  application_id: row.id,
  name: row.name,
  description: row.description,
  kind: row.kind,
  home_url: row.home_url,
  host: row.host,
  access: row.access,
  sign_ins: row.sign_ins,
  created_at: toIso(row.created_at),
});

export const presentUsableApplication = (row: ApplicationRow): z.output<typeof usableApplication> => ({
  application_id: row.id,
  name: row.name,
  description: row.description,
  home_url: row.home_url,
});

/** The roles that an application names, without those that no longer exist. */
const allowedRolesOf = ({ allowed_roles }: Pick<ApplicationRow, 'allowed_roles'>) => {
  const words = wordsOf(allowed_roles);
  return applicationVisitors.filter((visitor) => words.includes(visitor));
};

/**
 * An application as it is stored now. Its secrets are never shown again.
 * @throws AppError NOT_FOUND
 */
export const applicationNow = async (
  context: Pick<AppContext, 'clock' | 'config' | 'origin'>,
  db: Queries,
  tenantId: string,
  id: string,
): Promise<z.output<typeof application>> => {
  const now = context.clock.now();
  const row = found(await findApplication(db, tenantId, id));
  const [groups, roles, secrets, counts, waiting] = [
    await listApplicationGroups(db, id),
    await listApplicationCustomRoles(db, id),
    await listApplicationSecrets(db, id, now),
    await listSignIns(db, id, firstDay(now, applicationLimits.signInDays)),
    await countLogoutNotices(db, id),
  ];
  const signIns = new Map(counts.map((counted) => [counted.day, counted.sign_ins]));
  return {
    application_id: row.id,
    name: row.name,
    description: row.description,
    kind: row.kind,
    home_url: row.home_url,
    redirect_uris: wordsOf(row.redirect_uris),
    logout_uris: wordsOf(row.logout_uris),
    backchannel_logout_uri: row.backchannel_logout_uri,
    backchannel_logout_session_required: row.logout_session_required === 1,
    allow_private_addresses: row.logout_allow_private === 1,
    logout_notices: {
      waiting,
      delivered_at: row.logout_delivered_at === null ? null : toIso(row.logout_delivered_at),
      failing_since: row.logout_failing_since === null ? null : toIso(row.logout_failing_since),
      failure: row.logout_failure,
    },
    host: row.host,
    path_rules: pathRulesOf(row),
    access: row.access,
    allowed_roles: allowedRolesOf(row),
    groups: groups.map(({ id: group_id, name }) => ({ group_id, name })),
    custom_roles: roles.map(({ id: role_id, name }) => ({ role_id, name })),
    secrets: secrets.map(({ id: secret_id, created_at, expires_at }) => ({
      secret_id,
      created_at: toIso(created_at),
      expires_at: expires_at === null ? null : toIso(expires_at),
    })),
    issuer: issuerOf(context),
    sign_ins: Array.from({ length: applicationLimits.signInDays }, (_, at) => {
      const begin = firstDay(now, applicationLimits.signInDays) + at * day;
      return { date: toIso(begin).slice(0, 10), sign_ins: signIns.get(begin) ?? 0 };
    }),
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
    created_by: presentPerson(row.created_by, row.creator_name),
  };
};

export const presentApplicationAccess = (
  row: Awaited<ReturnType<typeof listConsents>>[number],
): z.output<typeof applicationAccess> => ({
  ...presentConsent(row),
  description: row.description,
  home_url: row.home_url,
});
