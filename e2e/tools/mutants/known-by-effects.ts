import { changes, type KnownChange } from './known-change.ts';

/** Faults by hand that the recorded effects, the lists of the console and the tables of refusals notice. */
export const knownByEffects: readonly KnownChange[] = [
  ...changes('main/services/custom-roles/unassign-custom-role.ts', [
    'whoever loses a custom role isn’t told',
    "    await notifyOfCustomRole(context, tx, holder.member, role, 'taken', origin);\n",
    'void origin;\n',
  ]),
  ...changes('main/services/groups/change-group-members.ts', [
    'of several roles that a group gives, people hear of one',
    "        await notifyOfCustomRole(context, tx, member, role, joins ? 'given' : 'taken', origin);\n",
    "        await notifyOfCustomRole(context, tx, member, role, joins ? 'given' : 'taken', origin);\n        break;\n",
  ]),
  ...changes('main/services/mail/release-held-mail.ts', [
    'email that a restore held says that it was left in the outbox',
    "'before_restore'",
    "'left_in_outbox'",
  ]),
  ...changes('main/services/mail/reveal-mail-link.ts', [
    'a link that was shown outlives the session that saw it',
    '{ userId: caller.user.id, sessionId: caller.sessionId }',
    '{ userId: caller.user.id, sessionId: undefined }',
  ]),
  ...changes('main/services/mail/update-mail-settings.ts', [
    'the other owners hear nothing of another mail server',
    "    await notifyOtherOwners(context, tx, tenant.id, 'mail_settings_changed', origin, {\n      tenant_name: given.text(tenant.name),\n    });\n",
    'void origin;\n',
  ]),
  ...changes('main/services/applications/update-application.ts', [
    'an application without an address is still told of sign-outs',
    '    if (after.backchannel_logout_uri === null) await deleteLogoutNoticesFor(tx, application_id);\n',
    '',
  ]),
  ...changes('main/services/groups/set-group-workspace.ts', [
    'no one has given a group its role in a workspace',
    '{ by: person?.id ?? null, at: now }',
    '{ by: null, at: now }',
  ]),
  ...changes('main/services/sessions/revoke-session.ts', [
    'ending one session ends the links that were shown in another',
    '{ only: [session_id] }',
    '{ only: [caller.sessionId ?? session_id] }',
  ]),
  ...changes('main/services/team/hand-over.ts', [
    'the log says that a member was an owner before they became one',
    'details: { from: newOwner.role },',
    "details: { from: former ? 'owner' : newOwner.role },",
  ]),
  ...changes('main/services/team/create-member-link.ts', [
    'nobody hears that someone has a link to reset their password',
    "      await sendNotice(context, tx, member, 'reset_link_created', { by: caller.user, client }, {});\n",
    '',
  ]),
  ...changes('main/services/team/hand-over.ts', [
    'whoever hands over is told that they did',
    'if (former && former.id !== actor.id)',
    'if (former)',
  ]),
  ...changes('main/services/events/replay-event-delivery.ts', [
    'an entry that was removed is sent again',
    "    if ((await auditEventHash(tx, tenant_id, position)) === undefined) {\n      throw new AppError('STATE_CONFLICT', { reason: 'event_removed' });\n    }\n",
    '',
  ]),
  ...changes('main/services/team/resend-invitation.ts', [
    'an invitation is sent to a domain that is no longer allowed',
    '    await assertAllowedDomain(tx, tenant_id, invitation.email);\n',
    '',
  ]),
  ...changes('main/jobs/purge.ts', [
    'expired keys of service accounts are gone at once',
    'deleteServiceAccountKeysExpiredBefore(tx, now - retentionMs.expiredApiKeys, limit)',
    'deleteServiceAccountKeysExpiredBefore(tx, now, limit)',
  ]),
  ...changes('main/jobs/purge.ts', [
    'devices are trusted for milliseconds in place of days',
    'policyLimits.trustedDeviceDays.max * day',
    'policyLimits.trustedDeviceDays.max',
  ]),
  ...changes('main/desktop/notification-rules.ts', [
    'nobody is notified of an upgrade that was reverted',
    '  revertUpgrade: runMoved,\n',
    '',
  ]),
  ...changes('main/desktop/quit.ts', ['each step of a shutdown leaves a timer', '    clearTimeout(limit);', '']),
  ...changes('main/desktop/window-place.logic.ts', [
    'a window comes back where no one can grab it',
    'overlap(place.y, grip.height, screen.y, screen.height)',
    'overlap(place.y, place.height, screen.y, screen.height)',
  ]),
  ...changes('main/desktop/remotes/remote-list.ts', [
    'whoever hears of a change of servers finds the old ones',
    '    settings.set({ servers });\n    for (const listener of listeners) listener();',
    '    for (const listener of listeners) listener();\n    settings.set({ servers });',
  ]),
  ...changes('renderer/features/mail/outbox-panel.tsx', [
    'a filter of the outbox stays on its page',
    'mailStatuses), page: undefined })',
    'mailStatuses) })',
  ]),
  ...changes('renderer/features/sessions/ended-sessions.tsx', [
    'ended sessions ended when they began',
    "label={t('sessions.history.ended')} value={ended_at}",
    "label={t('sessions.history.ended')} value={created_at}",
  ]),
];
