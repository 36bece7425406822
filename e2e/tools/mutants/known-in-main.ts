import { changes, type KnownChange } from './known-change.ts';

/** Those of the service's parts without requests, of commands and of the desktop app: see known.ts. */
export const knownInMain: readonly KnownChange[] = [
  ...changes('main/app/app.ts', [
    'the program stops before its service has',
    '        await service.stop();\n      },',
    '        void service.stop();\n      },',
  ]),
  ...changes(
    'main/app/compose-background.ts',
    ['the clock is not checked at the start', "      scheduler.launch('clock');\n", ''],
    ['upgrades are polled while the service stops', '      await upgradePoll.stop();\n', ''],
  ),
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
  ...changes('main/provider/amounts.ts', [
    'an amount that names its currency twice is not read',
    ' && first !== last) return undefined',
    ') return undefined',
  ]),
  ...changes('main/platform/gate/uses.ts', [
    'an answer may be larger than it should',
    '5 * 1024 * 1024',
    '5 * 1025 * 1024',
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
  ...changes('main/desktop/remotes/remote-session.ts', [
    'cookies go with the question whether a server is there',
    "          credentials: 'omit',\n",
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
];
