import { changes, type KnownChange } from './known-change.ts';

/** Those of the console: see known.ts. */
export const knownInRenderer: readonly KnownChange[] = [
  ...changes(
    'renderer/api/live-stream.ts',
    [
      'silence is counted from the start of the stream',
      '      restartTimer();\n      read(next.value);',
      '      read(next.value);',
    ],
    ['a stream that the page has left stays open', 'AbortSignal.any([signal, silence.signal])', 'silence.signal'],
    ['changes of the last part of a millisecond are missed', 'Math.ceil(sinceMs)', 'Math.floor(sinceMs)'],
    ['a timer outlives its stream', '  } finally {\n    clearTimeout(timer);\n  }', '  } finally {\n  }'],
    ['an answer that is no stream is read as one', '!response.ok || !response.body', '!response.body'],
  ),
  ...changes(
    'renderer/api/live-updates.ts',
    ['all changes are asked for again after a tab takes over', '      receivedAt = now();\n', ''],
    ['tabs of another session hear of changes', 'castellan-live-$', 'castellan-live-'],
    ['only one tab hears of changes', '          channel.post(message);\n', ''],
    ['a loss is remembered by a tab that has left', '      setLost(false);\n', ''],
    ['a tab stops listening when one of its screens does', '        if (listeners.size > 0) return;\n', ''],
    ['what the screen missed while it loaded is never asked for', 'now() - headStartMs', 'now()'],
  ),
  ...changes(
    'renderer/api/idempotency-link.ts',
    [
      'operations that take no key get one',
      '    if (!operationFacts[op.path]?.takesIdempotencyKey) return next(op);\n',
      '',
    ],
    ['two calls share a key', '= newKey();', "= 'key';"],
    ['a call forgets its other notes', '{ ...op.context, idempotencyKey }', '{ idempotencyKey }'],
  ),
  ...changes('renderer/api/tab-locks.ts', [
    'sessions wait for the refresh of another',
    'castellan-refresh-$',
    'castellan-refresh-',
  ]),
  ...changes(
    'renderer/api/tab-channel.ts',
    [
      'tokens for one request answer another',
      'waiting.get(data.id)?.(data.tokens)',
      'waiting.values().next().value?.(data.tokens)',
    ],
    ['a tab that is alone waits for others', '      if (await isAlone()) return undefined;\n', ''],
    ['a second tab is not counted while the first is open', "{ mode: 'shared' }, ", ''],
    [
      'other tabs stay signed in after the end of their session',
      "    if (data.type === 'end') handlers?.onEnd(data.key, data.reason);\n",
      '',
    ],
    [
      'a tab waits for an answer forever',
      'setTimeout(finish, answerTimeoutMs)',
      'setTimeout(() => {}, answerTimeoutMs)',
    ],
  ),
  ...changes('renderer/api/auth-link.ts', [
    'a call that was given up is sent once its token arrives',
    '        cancelled = true;\n',
    '',
  ]),
  ...changes('renderer/api/client.ts', [
    'calls that nobody asked for keep a session alive',
    "        ...(background && { [backgroundHeader]: '1' }),\n",
    '',
  ]),
  ...changes('renderer/api/problem.ts', [
    'a session whose refresh token is refused goes on',
    " || problem?.code === 'REFRESH_TOKEN_INVALID'",
    '',
  ]),
  ...changes('renderer/components/immediate-select.tsx', [
    'an arrow key changes a role unseen',
    "key.startsWith('Arrow') || ",
    '',
  ]),
  ...changes('renderer/components/save-file.ts', [
    'a table lacks the mark that spreadsheets need',
    "import { byteOrderMark } from '#shared/text-input/csv.ts';",
    "const byteOrderMark = '';",
  ]),
  ...changes('renderer/components/session-list.tsx', [
    'the own session is somewhere in the list',
    'sessions.toSorted((one, other) => Number(other.current) - Number(one.current))',
    '[...sessions]',
  ]),
  ...changes('renderer/features/hosting/queue/queue-panel.tsx', [
    'a canceled queue is shown as running',
    '.finally(refresh)',
    '',
  ]),
  ...changes('renderer/features/installation/organizations.tsx', [
    'a narrowed list stays on a page that it lacks',
    'page: undefined, ',
    '',
  ]),
  ...changes('renderer/features/mail/outbox-panel.tsx', [
    'a filtered outbox stays on a page that it lacks',
    'mailStatuses), page: undefined })',
    'mailStatuses) })',
  ]),
  ...changes('renderer/features/shell/navigation.logic.ts', [
    'a page opens on no key of a keyboard',
    "key: 'e'",
    "key: 'settings'",
  ]),
  ...changes('renderer/languages/service-texts.ts', [
    'an error with a detail of its own is told by its title',
    'key !== undefined && detail === title',
    'key !== undefined',
  ]),
  ...changes('renderer/paths.ts', [
    'a link to members at risk opens the sessions',
    "search: { tab: 'members', risk }",
    "search: { tab: 'sessions', risk }",
  ]),
];
