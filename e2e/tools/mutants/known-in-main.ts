import { changes, type KnownChange } from './known-change.ts';

/** Those of the service's parts without requests, of commands and of the desktop app: see known.ts. */
export const knownInMain: readonly KnownChange[] = [
  ...changes('main/app/app.ts', [
    'the program stops before its service has',
    '        await service.stop();\n      },',
    '        void service.stop();\n      },',
  ]),
  ...changes('main/app/compose-background.ts', [
    'upgrades are polled while the service stops',
    '      await upgradePoll.stop();\n',
    '',
  ]),
  ...changes(
    'main/cli/print.ts',
    ['a command fails if no one reads what it prints', 'process.exit(0)', 'process.exit(1)'],
    ['control characters reach the terminal', 'printable(line)', 'line'],
  ),
  ...changes('main/config/unknown-variables.ts', [
    'a misspelled variable counts twice as wrong',
    '(left === right ? 0 : 1)',
    '(left === right ? 0 : 2)',
  ]),
  ...changes('main/jobs/follow-keys.ts', [
    'a published key is withdrawn at once',
    'const publishedMs = 10 * minute',
    'const publishedMs = 10 / minute',
  ]),
  ...changes('main/jobs/job-list.ts', [
    'the clock is not checked at the start',
    "name: 'clock', intervalMs: day, atStart: true,",
    "name: 'clock', intervalMs: day,",
  ]),
  ...changes('main/jobs/scheduler.ts', ['a job begins while the service stops', '      isStopped = true;\n', '']),
  ...changes('main/provider/amounts.ts', [
    'an amount that names its currency twice is not read',
    ' && first !== last) return undefined',
    ') return undefined',
  ]),
  ...changes('main/platform/gate/uses.ts', [
    'an answer may be larger than it should',
    '16 * 1024 * 1024',
    '16 * 1025 * 1024',
  ]),
  ...changes('main/desktop/shown-console.ts', [
    'this computer is not loaded behind a server',
    '      ownView().begin();\n',
    '',
  ]),
  ...changes('main/desktop/window.ts', [
    'a minimized window stays so',
    '      if (window.isMinimized()) window.restore();\n',
    '',
  ]),
  ...changes('main/desktop/remotes/remote-request.ts', [
    'a redirect is followed when a server is asked whether it is there',
    "redirect: 'manual', ",
    '',
  ]),
  ...changes('main/desktop/scheme.ts', [
    'the console answers for other hosts of its scheme',
    '    if (host !== consoleHost) return new Response(null, { status: 404 });\n',
    '',
  ]),
  ...changes('main/desktop/diagnostics.ts', [
    'crash reports, which may hold secrets, are always exported',
    'if (withCrashReports) for (',
    'for (',
  ]),
  ...changes('main/app/reload.ts', ['a replaced token is said to need a restart', "'metricsToken', ", '']),
  ...changes('main/app/service-metrics.ts', [
    'the time of the newest backup is told in milliseconds',
    'value: newest.at / second }',
    'value: newest.at }',
  ]),
  ...changes('main/backup/restore-folder.ts', [
    'what an interrupted restore left is mixed with the next one',
    '  for (const name of leftovers) await rm(join(folder.path, name));\n',
    '',
  ]),
  ...changes('main/config/database-server.ts', [
    'what works with one process runs on a shared database',
    'if (databaseServer) throw',
    'if (false) throw',
  ]),
  ...changes('main/jobs/upgrade-reminders.ts', [
    'two instances remind of the same',
    'if (!(await recordReminded(tx, run, remindedShape.write(keys)))) return;',
    'await recordReminded(tx, run, remindedShape.write(keys));',
  ]),
  ...changes('main/services/hosting/servers/read-servers.ts', [
    'reads that change nothing fill the audit log',
    'if (added + gone + addresses + unlisted > 0) {',
    'if (true) {',
  ]),
  ...changes('main/jobs/purge.ts', [
    'accounts are deleted while the service stops',
    '    if (signal?.aborted) return;\n    const deleteDue',
    '    const deleteDue',
  ]),
  ...changes('main/mail/outbox.ts', [
    'verifications count for the quota of invitations',
    "kind === 'invitation' && (await",
    '(await',
  ]),
  ...changes('main/platform/call-counts.ts', [
    'refusals with another code are counted as the first',
    '      const known = counts.get(key);',
    '      const known = [...counts.values()].find((one) => one.operation === operation);',
  ]),
  ...changes('main/platform/otlp-tracing.ts', [
    'a failed request looks fine in traces',
    '          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });\n',
    '',
  ]),
  ...changes('main/provider/retries.ts', [
    'a read that got no answer in time is tried as often as others',
    'isTimeout ? maxTimeouts : maxTries',
    'maxTries',
  ]),
  ...changes('main/provider/cycles.ts', ['half-yearly is no billing cycle', "  halfyearly: 'semiannually',\n", '']),
  ...changes('main/security/attempt-counts.ts', [
    'an attempt that is refused counts for some of its subjects',
    '      if (begun.length > 0) await giveBack();\n',
    '',
  ]),
  ...changes('main/security/failed-sign-ins.ts', [
    'a flush ends before what another one writes is stored',
    '[...pending.keys(), ...flushing.keys()]',
    'pending.keys()',
  ]),
  ...changes('main/security/known-devices.ts', [
    'a device is known by a token from a clock that was ahead',
    ' || age < -clockDifferenceMs',
    '',
  ]),
  ...changes('main/security/password-checks.ts', [
    'after the first of several attempts, no one waits for the next',
    '        attempts.ended = Promise.withResolvers<void>();\n',
    '',
  ]),
  ...changes('main/service-commands/users/import-users.ts', [
    'an organization that does not exist is told of each row',
    '    if (organization !== undefined) await findOrganization(db.read, organization);\n',
    '',
  ]),
  ...changes('main/service-commands/users/user-data.ts', [
    'only the first page of sessions is exported',
    'while (after);',
    'while (after && false);',
  ]),
];
