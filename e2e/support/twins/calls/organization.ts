import * as checkpoints from '#main/storage/store/audit/audit-checkpoints.ts';
import * as erasures from '#main/storage/store/audit/audit-erasures.ts';
import * as events from '#main/storage/store/audit/audit-events.ts';
import * as heads from '#main/storage/store/audit/audit-heads.ts';
import * as requests from '#main/storage/store/mail/mail-requests.ts';
import * as mails from '#main/storage/store/mail/mails.ts';
import * as operators from '#main/storage/store/operators.ts';
import * as accessReview from '#main/storage/store/team/access-review.ts';
import * as deletedTenants from '#main/storage/store/team/deleted-tenants.ts';
import * as invitations from '#main/storage/store/team/invitations.ts';
import * as members from '#main/storage/store/team/members.ts';
import * as organizations from '#main/storage/store/team/organizations.ts';
import * as protection from '#main/storage/store/team/protection.ts';
import * as removalEffects from '#main/storage/store/team/removal-effects.ts';
import * as sampleTenants from '#main/storage/store/team/sample-tenants.ts';
import * as tenants from '#main/storage/store/team/tenants.ts';
import * as unverifiedOwners from '#main/storage/store/team/unverified-owners.ts';
import * as workspaceAccess from '#main/storage/store/workspaces/workspace-access.ts';
import * as workspaceHealth from '#main/storage/store/workspaces/workspace-health.ts';
import * as workspaceMembers from '#main/storage/store/workspaces/workspace-members.ts';
import * as workspaces from '#main/storage/store/workspaces/workspaces.ts';
import type { Parts } from '../world.ts';
import { callsTo, page, remarked, row, type StoreCall, writesIds } from './shape.ts';

/** Whoever a group lets in here may enter by a role of their own, too. */
const throughGroups = { unnoticed: 'groups.test.ts tells the two ways apart' };

/** How the test of twins calls the rest of `main/storage/store`, except hosting. */
export const organizationCalls = (parts: Parts): StoreCall[] => {
  const { tenantId, owner, now, second, invitation, mail, workspace, checkpoint, head, closed, scheduled } = parts;
  const { id: userId } = owner;
  const former = 'owner@example.com';
  const all = { after: 0, upTo: 1_000 };
  const byName = { sort: 'name', order: 'asc', ...page } as const;
  return [
    ...callsTo('audit/audit-checkpoints', checkpoints, {
      findAuditCheckpoint: [tenantId],
      auditCheckpointsAfter: 'everyone',
      saveAuditCheckpoint: [row({ ...checkpoint, sequence: 7 })],
      lastRemovedSequence: [tenantId],
      auditTrailAfter: [tenantId, 0, 100],
      deleteRemovedEvents: remarked(
        { unnoticed: 'asks lastRemovedSequence, and a number of another log is too low or too high' },
        tenantId,
        100,
      ),
    }),
    ...callsTo('audit/audit-erasures', erasures, {
      eraseActor: [tenantId, userId],
      // Addresses belong to the organization, whoever had them.
      eraseTarget: {
        each: [
          remarked({ writesIds: true, unnoticed: 'an account is in one organization' }, tenantId, userId, []),
          remarked({ aboutOthers: true, writesIds: true }, tenantId, second.id, [former, invitation.email]),
        ],
      },
    }),
    ...callsTo('audit/audit-heads', heads, {
      findAuditHead: [tenantId],
      lockAuditHead: [tenantId],
      auditHeadsAfter: 'everyone',
      saveAuditHead: [row({ ...head, hash: 'changed' })],
    }),
    ...callsTo('audit/audit-events', events, {
      auditEventHash: [tenantId, 10],
      countEventsByDay: [tenantId, ['login', 'inviteMember'], 0],
      lastAuditSequence: [tenantId],
      auditEventsAfter: [tenantId, 0, 100, ['login', 'inviteMember']],
      auditEventsOfPersonAfter: [{ id: userId, tenant_id: tenantId }, 0, 100],
      hasAuditActionAfter: [tenantId, 'purgeAuditLog', 0],
      latestAuditEvents: [{ tenantId, actions: ['login', 'inviteMember'], from: 0 }, 100],
      listAuditEvents: [{ tenantId, actor: userId }, page, { total: 100, removed: 3, last: 1_000 }],
      countAuditEvents: {
        each: [
          [{ tenantId, actor: userId }, all],
          remarked({ unnoticed: 'a workspace is in one organization' }, { tenantId, workspace: workspace.id }, all),
        ],
      },
    }),
    ...callsTo('mail/mail-requests', requests, {
      nextMailRequest: 'everyone',
      deleteMailRequest: 'everyone',
    }),
    ...callsTo('mail/mails', mails, {
      // Limits are of a mailbox, whoever writes to it.
      countMailsSince: 'everyone',
      countMailsBy: [{ recipient: mail.recipient, kind: 'invitation', senderId: userId }, 0],
      countMailsOfTenant: [tenantId, 0],
      findMail: [tenantId, mail.id],
      listMails: [{ tenantId }, page],
      countMails: [{ tenantId }],
      countMailsByDay: [tenantId, 'undelivered', 0],
      listMailsTo: [userId],
      claimMail: [row(mail), now + 1],
      liftMailHolds: [userId],
      listHeldInvitations: [[invitation.id]],
      nextDueMail: 'everyone',
      abandonWaitingMails: 'everyone',
      updateMail: [mail.id, { attempts: 9 }],
      requeueMail: [tenantId, mail.id, now],
      deleteMailsTo: [tenantId, userId, [former]],
      listFailedMails: 'everyone',
    }),
    ...callsTo('operators', operators, { isOperator: [userId], deleteOperator: [userId] }),
    ...callsTo('team/deleted-tenants', deletedTenants, {
      findDeletedTenant: [tenantId],
      deletedTenantsAfter: 'everyone',
      resealDeletedTenant: [tenantId, 'changed'],
    }),
    ...callsTo('team/invitations', invitations, {
      findInvitation: [tenantId, invitation.id],
      findInvitationById: [invitation.id],
      findPendingInvitation: [tenantId, invitation.email],
      setInvitationStatus: [invitation.id, 'pending', 'expired'],
      markInvitationAccepted: writesIds(invitation.id, second.id),
      renewInvitation: [invitation.id, now],
      revokeInvitations: [tenantId, now, userId],
      listInvitations: [{ tenantId, now }, page],
      countInvitations: [{ tenantId, now }],
      listInvitationsBy: [userId],
      invitationWorkspaces: [[invitation.id]],
      deleteInvitationsTo: [tenantId, userId, [parts.accepted.email]],
    }),
    ...callsTo('team/access-review', accessReview, {
      listAccess: [{ tenantId }, page],
      countAccess: [{ tenantId }],
    }),
    ...callsTo('team/members', members, {
      listMembers: [{ tenantId }, byName],
      countMembers: [{ tenantId }],
    }),
    ...callsTo('team/unverified-owners', unverifiedOwners, { waitForVerification: 'everyone' }),
    ...callsTo('team/organizations', organizations, {
      listOrganizations: 'everyone',
      countContents: [tenantId],
      countOrganizations: 'everyone',
      pageOfOrganizations: 'everyone',
    }),
    ...callsTo('team/protection', protection, {
      countActive: [tenantId],
      countAtRisk: [{ tenantId, risk: 'dormant', dormantSince: now + 1 }],
      listAtRisk: [{ tenantId, risk: 'dormant', dormantSince: now + 1 }, page],
    }),
    ...callsTo('team/removal-effects', removalEffects, {
      countRevokedApiKeys: [[userId], now],
      countKeptServiceKeys: [[userId], now],
      countRevokedInvitations: [[userId], now],
      lostWorkspaces: [[userId]],
      ownedWorkspaces: [[userId]],
    }),
    ...callsTo('team/sample-tenants', sampleTenants, {
      markSample: writesIds(closed.id),
      isSample: [scheduled.id],
      deleteSampleTenant: [scheduled.id],
    }),
    ...callsTo('team/tenants', tenants, {
      findTenant: [tenantId],
      findTenantBySlug: ['twin'],
      findSlugHolder: ['twin-closed'],
      updatePoliciesOf: [tenantId, { invitation_days: 3 }],
      updateTenantOf: [tenantId, { name: 'Changed' }],
      findTenants: 'everyone',
      scheduleTenantDeletion: [tenantId, now],
      keepTenant: [scheduled.id],
      closeTenant: [tenantId, now],
      reopenTenant: [closed.id],
      isTenantClosed: [closed.id],
      isDeletionScheduled: [scheduled.id],
      listTenantsWithSessionLimits: remarked(
        { unnoticed: 'no one here limits sessions: session-policies.test.ts' },
        tenantId,
      ),
      deleteTenantRows: [tenantId, 100],
      findFirstTenant: 'everyone',
    }),
    ...callsTo('workspaces/workspace-health', workspaceHealth, {
      countHealthChanges: [workspace.id],
      listHealthChanges: [workspace.id, page],
    }),
    ...callsTo('workspaces/workspace-members', workspaceMembers, {
      setWorkspaceRole: [workspace.id, second.id, 'Viewer', { by: userId, at: now }],
      removeFromWorkspace: [workspace.id, userId],
      removeFromAllWorkspaces: [userId],
      listWorkspaceMembers: remarked(throughGroups, workspace.id, undefined, page),
      countWorkspaceMembers: [workspace.id, undefined],
    }),
    ...callsTo('workspaces/workspace-access', workspaceAccess, {
      listWorkspacesOf: remarked(throughGroups, tenantId, userId),
    }),
    ...callsTo('workspaces/workspaces', workspaces, {
      findWorkspace: remarked(
        { aboutOthers: true, unnoticed: 'listWorkspaces has the same condition' },
        tenantId,
        workspace.slug,
        userId,
      ),
      listWorkspaces: remarked(throughGroups, { tenantId, userId, ownOnly: true }, page),
      countWorkspaces: [{ tenantId, userId, ownOnly: true }],
      countExistingWorkspaces: [tenantId, [workspace.id]],
      workspaceNames: [tenantId, [workspace.id]],
      slugTaken: [tenantId, workspace.slug],
      listSlugsLike: [tenantId, workspace.slug, workspace.slug],
      updateWorkspace: [workspace.id, { name: 'Changed' }],
      deleteWorkspace: [workspace.id],
      reassignWorkspaces: remarked(
        { writesIds: true, unnoticed: 'an owner is in one organization' },
        tenantId,
        userId,
        second.id,
      ),
      isVisibleWorkspace: [{ tenantId, userId, ownOnly: true }, workspace.id],
    }),
  ];
};
