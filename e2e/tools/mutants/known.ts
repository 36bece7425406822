import { knownByEffects } from './known-by-effects.ts';
import { knownByHand } from './known-by-hand.ts';
import { changes, type KnownChange } from './known-change.ts';
import { knownInMain } from './known-in-main.ts';
import { knownInRenderer } from './known-in-renderer.ts';

/** Faults that no test noticed once. `npm run mutants -- --known` checks that each is noticed now. */
export const knownChanges: readonly KnownChange[] = [
  ...changes(
    'main/security/api-keys.ts',
    ['API keys work in a tenant whose deletion is scheduled', ' || row.tenant_delete_at !== null) throw', ') throw'],
    ['a clock set back stops the record of the last use', 'Math.abs(now - last)', '(now - last)'],
  ),
  ...changes('main/security/write-behind.ts', [
    'a flush forgets activity that came while it wrote',
    'if (pending.get(id) === at) ',
    '',
  ]),
  ...changes('main/security/session-ends.ts', [
    'sessions work in a tenant whose deletion is scheduled',
    ' || row.tenant_delete_at !== null) return',
    ') return',
  ]),
  ...changes('main/platform/clock-watch.ts', [
    'a request ends what is over by a clock that may be wrong',
    'isSteady() ? dueNow(clock) : nothingDue',
    'dueNow(clock)',
  ]),
  ...changes(
    'main/security/audit-chain.ts',
    ['the IP address is outside of the chain', '  actor_name,\n  ip_address,\n];', '  actor_name,\n];'],
    ["the actor's name is outside of the chain", '  actor_name,\n  ip_address,\n];', '  ip_address,\n];'],
    ['the label of the target is outside of the chain', '  target_label,\n  details,\n];', '  details,\n];'],
    ['the details are outside of the chain', '  target_label,\n  details,\n];', '  target_label,\n];'],
  ),
  ...changes('main/security/audit-erasures.ts', [
    'an erasure is confirmed by its count alone',
    ' && expected.erased_digest === erased_digest',
    '',
  ]),
  ...changes('main/services/recording/record-removal.ts', [
    'a checkpoint forgets what accounts have erased after it',
    'erasuresShape.write(erasures)',
    'erasuresShape.write({})',
  ]),
  ...changes('main/services/recording/record-purge.ts', [
    'an erasure counts entries that were removed',
    '.filter(({ sequence }) => sequence > removed)',
    '',
  ]),
  ...changes(
    'main/security/audit-verification.ts',
    [
      'a checkpoint that was put back with its entries goes unnoticed',
      "(row.action !== 'purgeAuditLog' || removalHolds(row, pass.start))",
      'true',
    ],
    [
      'the hash of the head is not compared with the last row',
      'if (head.hash !== pass.lastHash) return broken(pass.last);',
      '',
    ],
    ["the actor's digest is never verified", 'if (!chain.actorHolds(row)) return false;', ''],
    [
      'rows beyond the head are not seen',
      'return broken(head.sequence + 1)',
      'return { valid: true, checked: pass.last }',
    ],
  ),
  ...changes('main/services/auth/login.ts', [
    'a password that was changed while it was compared signs in',
    'current.password_hash !== user.password_hash || ',
    '',
  ]),
  ...changes(
    'main/services/auth/refresh.ts',
    ['a refresh works in a tenant whose deletion is scheduled', ' || row.tenant_delete_at !== null', ''],
    [
      'a refresh in the background is stored as activity',
      'client.background ? callers.lastActive(token.sessionId, row.last_active_at) : now',
      'now',
    ],
    ['a refresh in the background counts as activity', 'if (!client.background) callers', 'callers'],
    ['a refresh revives an idle or expired session', 'if (lapsed !== undefined) throw refused(lapsed);', ''],
  ),
  ...changes('main/services/identity/second-step.ts', [
    'the status is not read again in the transaction, nor is an account restored',
    "user: user.status === 'active' ? user : await restoreMembership(context, tx, user, client)",
    'user',
  ]),
  ...changes('main/services/identity/authority.ts', [
    'restore links survive a reset',
    "'restored', 'password_reset', 'mailbox_proved'",
    "'restored'",
  ]),
  ...changes(
    'main/services/identity/end-authority.ts',
    [
      'links of a removed member stay open',
      'if (purposes.length > 0) await voidTokens(tx, { userId: account.id }, now, purposes);',
      '',
    ],
    ['a removed operator stays one', 'deleteOperator(tx, id)', 'Promise.resolve()'],
  ),
  ...changes('main/security/idempotency.ts', [
    'an API key is given what a session was answered',
    '[by.userId, by.apiKeyId]',
    '[by.userId]',
  ]),
  ...changes('main/storage/store/identity/rotations.ts', [
    'an ended session can be rotated',
    ".where('refresh_hash', '=', rotation.unusedHash ?? rotation.hash)\n      .where('ended_at', 'is', null)",
    ".where('refresh_hash', '=', rotation.unusedHash ?? rotation.hash)",
  ]),
  ...changes('main/services/sessions/revoke-other-sessions.ts', [
    'expired sessions are counted as ended by the caller',
    'await expireSessionsOf(context, tenantId);',
    '',
  ]),
  ...changes('main/storage/store/identity/account-standing.ts', [
    'a role changes whatever it is by now',
    "\n      .where('role', '=', from)\n      .where('status'",
    "\n      .where('status'",
  ]),
  ...changes('main/services/profile/delete-me.ts', [
    'invitations by others survive the last member',
    'await revokeInvitations(tx, tenantId, now);',
    '',
  ]),
  ...changes(
    'main/services/calls.ts',
    [
      'a password that was changed meanwhile confirms a call',
      'person.user.passwordHash !== confirmedHash',
      'confirmedHash === undefined',
    ],
    ["the caller's role is not read again in the transaction", 'await callers.reload(tx, caller, client)', 'caller'],
  ),
  ...changes('main/services/identity/confirmation.ts', [
    'the password confirms who has two-factor authentication',
    "confirmsWith === 'second_factor' && confirmed.with !== 'second_factor'",
    'false',
  ]),
  ...changes('main/jobs/purge.ts', [
    'links are purged a day early',
    'oneTimeTokens: 7 * day',
    'oneTimeTokens: 6 * day',
  ]),
  ...changes('main/mail/outbox.ts', [
    'invitation emails that name a deleted sender stay',
    'sender_id: senderId ?? null',
    'sender_id: null',
  ]),
  ...changes('main/transport/invoke.ts', [
    'the log does not name the key',
    '...(call?.caller?.key && { key_id: call.caller.key.id }),',
    '',
  ]),
  ...changes('main/storage/database/engines/sqlite/sqlite3-dialect.ts', [
    'transactions begin deferred',
    "'begin immediate'",
    "'begin'",
  ]),
  ...changes(
    'shared/rules/limits.ts',
    ['an email change can be canceled for one day only', 'emailChangeCancelLink: 7', 'emailChangeCancelLink: 1'],
    ['a restore token lives for a day', 'restoreToken: 1 * hour', 'restoreToken: 24 * hour'],
    ['a bulk call takes one item more', 'items: 500', 'items: 501'],
  ),
  ...changes('shared/flows/upgrade-observation.ts', [
    'a revert is taken for a confirmation right after the call',
    "run.state === 'reverting' && (run.accepted || !settled) ? undefined : 'size_reached'",
    "'size_reached'",
  ]),
  ...changes(
    'main/provider/transport.ts',
    ['a URL-encoded key stays in a response', '[key, encodeURIComponent(key), ', '[key, '],
    ['a form-encoded key stays in a response', ", new URLSearchParams([['', key]]).toString().slice(1)]", ']'],
    ['a key escaped in JSON stays in a response', 'JSON.stringify(spelling).slice(1, -1)', ''],
  ),
  ...changes('main/provider/sizes.ts', ['128 of RAM without a unit are gigabytes', 'value < 128', 'value <= 128']),
  ...changes('main/services/hosting/settings/reset-sandbox.ts', [
    'the mode is not read again in the transaction',
    "(await findProviderSettings(tx, tenantId))?.mode !== 'sandbox'",
    'false',
  ]),
  ...changes('main/services/hosting/runs/price-ended.ts', [
    'the price of an upgrade is never read again',
    '  if (isOpen(run.state)) return run;',
    '  return run;',
  ]),
  ...changes(
    'main/services/hosting/runs/run-problem.ts',
    ['the next poll forgets a refusal', "  'refused',\n", ''],
    ['the next poll forgets an interruption', "  'interrupted',\n  'order_unclear',", "  'order_unclear',"],
  ),
  ...changes('main/services/hosting/runs/begin-run.ts', [
    'a run begins on a server that is being upgraded',
    'if (!isResized) requireUsable(reading);',
    '',
  ]),
  ...changes('main/storage/store/hosting/upgrade-runs.ts', [
    'runs with a problem ask for no attention',
    ", and([eb('ended_at', 'is', null), eb('problem', 'is not', null)])",
    '',
  ]),
  ...changes(
    'main/transport/http/security-headers.ts',
    ['frames of the same origin are allowed', "frame-ancestors 'none'", "frame-ancestors 'self'"],
    ['old browsers allow frames of the same origin', "'x-frame-options': 'DENY'", "'x-frame-options': 'SAMEORIGIN'"],
  ),
  ...changes('main/transport/http/openapi.ts', [
    'the document puts the fields of a read into a body',
    "operation.http.method === 'GET'",
    "operation.http.method !== 'GET'",
  ]),
  ...changes('main/storage/cache/member-counts.ts', [
    'the total of members is never counted again',
    "known && db.changes.isCurrent('members', filter.tenantId, known.position)",
    'known',
  ]),
  ...changes('main/storage/database/engines/sqlite/open.ts', [
    'others can read the lock of the data folder',
    "    if (process.platform !== 'win32') await chmod(folder.lock, 0o600);\n",
    '',
  ]),
  ...knownByEffects,
  ...knownByHand,
  ...knownInMain,
  ...knownInRenderer,
];
