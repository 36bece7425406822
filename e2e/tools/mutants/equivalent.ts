/** A mutant that no test can tell from the original, or that we leave alone. */
export interface Equivalent {
  readonly file: string;
  /** The change, as the tool prints it. */
  readonly change: string;
  /** The source line where the change starts, without its indent. It tells two equal changes of a file apart. */
  readonly line: string;
  readonly reason: string;
}

/** Mutants that the score leaves out. */
export const equivalents: readonly Equivalent[] = [
  {
    file: 'main/storage/database/engines/sqlite/open.ts',
    change: '3  →  4',
    line: 'const readers = 3;',
    reason: 'How many readers there are changes nothing but speed, which the bench measures.',
  },
  {
    file: 'main/transport/http/openapi.ts',
    change: `'MIT'  →  'http'`,
    line: `license: { name: 'MIT', identifier: 'MIT' },`,
    reason: 'The name of the license is only shown.',
  },
  {
    file: 'main/transport/http/server.ts',
    change: 'config.trustedProxies.length > 0  →  (config.trustedProxies.length >= 0)',
    line: 'trustProxy: config.trustedProxies.length > 0 ? proxies.trusts : false,',
    reason: 'Without trusted proxies, the function trusts nobody either.',
  },
  {
    file: 'main/provider/emulator/faults.ts',
    change: '500  →  501',
    line: `broken: { carriesOut: false, reason: 'busy', answer: () => html(500) },`,
    reason: 'Stands for any server error: the client treats all statuses from 500 on alike.',
  },
  {
    file: 'main/security/audit-anchors.ts',
    change: '1  →  (0)',
    line: 'heads: z.array(z.tuple([z.string(), z.int().min(1), z.string()])),',
    reason: 'Only Castellan can seal the file, and it never writes a head before the first row.',
  },
  {
    file: 'main/storage/database/engines/sqlite/open.ts',
    change: 'isLarge && isAfterCrash  →  (isAfterCrash)',
    line: 'const check = isLarge && isAfterCrash ? await checkInBackground(folder.database, onDamage) : nothingToCheck;',
    reason: 'A small file has just been checked: checking it again finds nothing.',
  },
  {
    file: 'main/provider/network.ts',
    change: `'connect'  →  'finish'`,
    line: `outgoing.on('socket', (socket) => void socket.once(isSecure ? 'secureConnect' : 'connect', markSent));`,
    reason:
      'Without encryption, the whole request is written as soon as the connection stands, which marks it as sent.',
  },
  {
    file: 'main/services/hosting/runs/event-change.ts',
    change: `event === 'order_found' && order  →  (order)`,
    line: `if (event === 'order_found' && order) {`,
    reason: 'With another event, the order is the one that the run has stored.',
  },
  {
    file: 'main/mail/worker.ts',
    change: 'drop clearTimeout(soon);',
    line: 'clearTimeout(soon);',
    reason: 'A run that begins after the stop ends at once.',
  },
];
