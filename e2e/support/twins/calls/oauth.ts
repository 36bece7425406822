import * as entries from '#main/storage/store/logouts/application-sessions.ts';
import * as notices from '#main/storage/store/logouts/logout-notices.ts';
import * as access from '#main/storage/store/oauth/application-access.ts';
import * as secrets from '#main/storage/store/oauth/application-secrets.ts';
import * as applications from '#main/storage/store/oauth/applications.ts';
import * as claimedGroups from '#main/storage/store/oauth/claimed-groups.ts';
import * as consents from '#main/storage/store/oauth/consents.ts';
import * as devices from '#main/storage/store/oauth/device-codes.ts';
import * as endings from '#main/storage/store/oauth/end-access.ts';
import * as opened from '#main/storage/store/oauth/opened-applications.ts';
import * as visits from '#main/storage/store/oauth/protected-sessions.ts';
import * as records from '#main/storage/store/oauth/records.ts';
import * as signIns from '#main/storage/store/oauth/sign-ins.ts';
import { day } from '#shared/rules/limits.ts';
import type { Parts } from '../world.ts';
import { callsTo, page, remarked, row, type StoreCall, writesIds } from './shape.ts';

/** How the test of twins calls `main/storage/store/oauth`. */
export const oauthCalls = ({
  tenantId,
  now,
  owner,
  application,
  applicationSecret,
  consent,
  applicationSession,
  logoutNotice,
  oauthRecord,
  protectedSession,
  group,
  customRole,
}: Parts): StoreCall[] => {
  const { model, id_hash } = oauthRecord;
  const { id: _, tenant_id, name_key, created_at, created_by, ...columns } = application;
  const { logout_delivered_at, logout_failing_since, logout_failure, ...changed } = columns;
  return [
    ...callsTo('oauth/applications', applications, {
      findOpenApplication: [application.id],
      listRedirectsAt: 'everyone',
      listApplications: [tenantId, undefined, 0, page],
      countApplications: [tenantId],
      findApplication: [tenantId, application.id],
      applicationNameTaken: [tenantId, application.name],
      listApplicationsAtName: [application.host ?? ''],
      updateApplication: [tenantId, application.id, { ...changed, name: 'Changed' }],
      deleteApplication: [tenantId, application.id],
      recordLogoutState: [application.id, { logout_failing_since: now, logout_failure: 'network' }],
    }),
    ...callsTo('logouts/application-sessions', entries, {
      enterApplication: [row({ ...applicationSession, sid: logoutNotice.id })],
      leaveApplicationsIn: [[applicationSession.session_id], now],
      leaveApplicationsOf: [owner.id, now],
      leaveApplicationsOfTenant: [tenantId, now],
      leaveApplication: [{ userId: owner.id, applicationId: application.id }, now],
      emptyApplication: [application.id, now],
    }),
    ...callsTo('logouts/logout-notices', notices, {
      queueLogoutNotices: [[row({ ...applicationSession, sid: 'another sid' })], now],
      findNotifiedApplication: remarked(
        { unnoticed: 'there is none while email is held, as it is here' },
        tenantId,
        application.id,
      ),
      dueLogoutNotices: [application.id, { now, latest: now, latestClaim: now, skip: [], limit: 10 }],
      countLogoutNotices: [application.id],
      claimLogoutNotice: [row(logoutNotice), now],
      retryLogoutNotice: [row(logoutNotice), { attempts: 1, next_attempt_at: now }],
      moveLogoutNotices: {
        each: [
          [application.id, { earliest: now + day }],
          [application.id, { latest: 0 }],
        ],
      },
      deleteLogoutNotice: [row(logoutNotice)],
      dropLogoutNotice: [logoutNotice.id],
      deleteLogoutNoticesFor: [application.id],
    }),
    ...callsTo('oauth/application-secrets', secrets, {
      hasApplicationSecret: [application.id, applicationSecret.secret_hash, now],
      listApplicationSecrets: [application.id, now],
      endApplicationSecretsBy: {
        each: [
          [application.id, now, now],
          [application.id, now + 30 * day, now + 30 * day],
        ],
      },
      deleteApplicationSecret: [application.id, applicationSecret.id],
    }),
    ...callsTo('oauth/application-access', access, {
      mayUseApplication: [application, owner],
      listUsableApplications: [owner],
      setApplicationGroups: writesIds(application.id, [group.id]),
      setApplicationCustomRoles: writesIds(application.id, [customRole.id]),
      listApplicationGroups: [application.id],
      listApplicationCustomRoles: [application.id],
    }),
    ...callsTo('oauth/opened-applications', opened, {
      listApplicationsOfGroup: [tenantId, group.id],
      listApplicationsOfCustomRole: [tenantId, customRole.id],
    }),
    ...callsTo('oauth/end-access', endings, {
      endAccess: [{ userId: owner.id, applicationId: application.id }, now],
      endEveryAccess: [application.id, now],
    }),
    ...callsTo('oauth/consents', consents, {
      saveConsent: [row({ ...consent, scopes: 'openid email' })],
      findConsent: [owner.id, application.id],
      touchConsent: [owner.id, application.id, now],
      listConsents: [owner.id],
      countConsents: [application.id],
    }),
    ...callsTo('oauth/sign-ins', signIns, {
      countSignIn: writesIds(application.id, now),
      listSignIns: [application.id, 0],
    }),
    ...callsTo('oauth/protected-sessions', visits, {
      findProtectedHost: ['app_proxied'],
      findWaitingSession: [protectedSession.secret_hash],
      openProtectedSession: [protectedSession.secret_hash, 'hash of the cookie'],
      findProtectedSession: ['hash of the cookie'],
      deleteProtectedSession: [protectedSession.secret_hash],
      deleteProtectedSessionsIn: [protectedSession.session_id],
      moveProtectedSessions: [protectedSession.session_id, protectedSession.session_id],
    }),
    ...callsTo('oauth/records', records, {
      saveOauthRecord: [row({ ...oauthRecord, payload: '{}' })],
      findOauthRecord: [model, 'id_hash', id_hash],
      consumeOauthRecord: [model, id_hash, now],
      deleteOauthRecord: [model, id_hash],
      deleteOauthRecordsOfGrant: [oauthRecord.grant_hash ?? ''],
      findSuccessor: [oauthRecord.parent_hash ?? ''],
      wasUsedWith: [oauthRecord.parent_hash ?? ''],
      replaceSuccessor: [id_hash, 0, now],
      prolongOauthRecord: [model, id_hash, now + 100 * day],
      endGrant: [oauthRecord.grant_hash ?? ''],
    }),
    ...callsTo('oauth/device-codes', devices, {
      findOpenDevice: [[oauthRecord.uid_hash ?? ''], now],
      decideOnDevice: [id_hash, { payload: '{}', user_id: owner.id, session_id: null, grant_hash: null }],
    }),
    ...callsTo('oauth/claimed-groups', claimedGroups, {
      claimedGroups: remarked({ unnoticed: 'A group and its members belong to one organization.' }, owner),
    }),
  ];
};
