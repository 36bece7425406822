import { changes, type KnownChange } from './known-change.ts';

/** Faults that someone who knew the program made by hand, and that no test noticed then. */
export const knownByHand: readonly KnownChange[] = [
  ...changes('main/services/events/update-event-destination.ts', [
    'a pause that was asked for comes back after a change of the destination',
    '      asked_until: null,\n',
    '',
  ]),
  ...changes('main/services/events/list-events.ts', [
    'events are missing where none were removed',
    'after < (await lastRemovedSequence',
    'after <= (await lastRemovedSequence',
  ]),
  ...changes('main/jobs/events/queue-deliveries.ts', [
    'a test of one destination is kept from the others',
    `action !== 'testEventDestination' || target_id !== id`,
    `action !== 'testEventDestination'`,
  ]),
  ...changes('main/jobs/logouts/attempt-notice.ts', [
    'applications are left alone for milliseconds in place of seconds',
    '(attempt.retryAfter ?? 0) * second',
    '(attempt.retryAfter ?? 0)',
  ]),
  ...changes('main/services/hosting/approvals.ts', [
    'the agreement of a disabled owner counts',
    ` && approver.status === 'active'`,
    '',
  ]),
  ...changes('main/provider/hetzner/hetzner-provider.ts', [
    'a server with a running task is idle unless it is locked',
    `seen.locked || actions.some(({ status }) => status === 'running')`,
    'seen.locked',
  ]),
  ...changes('main/desktop/remotes/remote-views.ts', [
    'passwords in front of servers outlive the last sign-in',
    'flatMap(({ id }) => [rm(fileOf(id), { force: true }), passwordsOf(id).clear()])',
    'flatMap(({ id }) => [rm(fileOf(id), { force: true })])',
  ]),
  ...changes('main/oauth/rotation.ts', [
    'a refresh token is replaced twice if the keys were rotated meanwhile',
    'return { at, successorHash: successor?.id_hash };',
    'return { at, successorHash: undefined };',
  ]),
  ...changes('main/services/service-accounts/roll-service-account-key.ts', [
    'a key that is deleted at once has an end in the future',
    'Math.min(end, old.expires_at ?? end)',
    'old.expires_at ?? end',
  ]),
  ...changes('main/services/service-accounts/update-service-account.ts', [
    'any change of a service account gives its role anew',
    '      ...(wanted.role !== before.role && { role_given_at: now, role_given_by: user.id }),',
    '      ...{ role_given_at: now, role_given_by: user.id },',
  ]),
  ...changes('main/services/events/disable-destination.ts', [
    'an email says that a destination was turned off when it began to fail',
    '...timeParams(context.clock.now(), owner),',
    '...timeParams(destination.failing_since ?? context.clock.now(), owner),',
  ]),
  ...changes('main/services/hosting/queues/advance-queue.ts', [
    'of several unpaid upgrades, one is left out in each round',
    'queue = await leaveOut(context, queue, run_id);',
    'await leaveOut(context, queue, run_id);',
  ]),
  ...changes('main/jobs/events/audit-stream-worker.ts', [
    'less is streamed at a time for good after a failure',
    '[failures, atOnce] = [0, mostAtOnce];',
    'failures = 0;',
  ]),
  ...changes('main/desktop/session-store.ts', [
    'whoever agreed to keep sign-ins is asked again',
    `...(stays && settings.get().plainKeeping === 'never' && { plainKeeping: 'ask' }),`,
    `...(stays && { plainKeeping: 'ask' }),`,
  ]),
  ...changes('main/forward-auth/visits.ts', [
    'who may open one protected host may open each',
    `const key = \`\${row.id} \${application.id}\`;`,
    'const key = row.id;',
  ]),
  ...changes('main/oauth/adapter.ts', [
    'whoever signs in again in a browser has signed in long ago, for applications',
    'return session?.id === row.session_id ? restored',
    'return session?.userId === row.user_id ? restored',
  ]),
  ...changes('main/oauth/records-of-use.ts', [
    'who allows more has never used the application',
    '      last_used_at: known?.last_used_at ?? null,',
    '      last_used_at: null,',
  ]),
  ...changes('main/services/custom-roles/explain-member-access.ts', [
    'the owner of a workspace is told its name although they may not enter it',
    '.filter(({ role }) => role !== null).map(({ id }) => id)',
    '.map(({ id }) => id)',
  ]),
  ...changes('main/services/custom-roles/notifying-of-opened.ts', [
    'owners hear of the first service account that opens more, and of no other',
    'includes(scope))) continue;',
    'includes(scope))) return result;',
  ]),
  ...changes('main/services/identity/take-back-ownership.ts', [
    'undoing an owner revokes what they had sent before',
    'await revokeInvitations(tx, tenantId, now, owner.id, undefined, since);',
    'await revokeInvitations(tx, tenantId, now, owner.id);',
  ]),
  ...changes('main/services/applications/update-application.ts', [
    'what waits for a private network waits on once that is allowed',
    ` || fields.includes('allow_private_addresses')`,
    '',
  ]),
  ...changes('renderer/features/service-accounts/edit-dialog.tsx', [
    'a password typed for one service account is there for the next',
    `    setPassword('');\n`,
    '',
  ]),
  ...changes('renderer/features/auth/device-page.tsx', [
    'the code of a device is lost with the account',
    'paths.deviceAsAnother(form.values.user_code)',
    `paths.deviceAsAnother('')`,
  ]),
  ...changes('renderer/features/audit/audit-filters.tsx', [
    'views are shared by all who use a browser',
    `\`castellan-audit-views-\${me.user_id}\``,
    `'castellan-audit-views'`,
  ]),
  ...changes('renderer/features/applications/protected-paths.tsx', [
    'a path keeps the group that it was opened to',
    '                  const { group_id: _, ...other } = rule;\n                  set(at, { ...other, access',
    '                  set(at, { ...rule, access',
  ]),
  ...changes('renderer/api/last-change.ts', [
    'no one has changed a form if the clock of the browser is ahead',
    '>= since - slackMs',
    '>= since',
  ]),
];
