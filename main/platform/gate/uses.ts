import { eventLimits, minute, second } from '#shared/rules/limits.ts';

/**
 * Which addresses a connection may go to: `public` ones only; `network`, private networks and this computer, too, but never
 * link-local and cloud metadata addresses (DECISION 0038); `anything` that the operator has set; or a Unix `socket` alone.
 */
export type Reach = 'public' | 'network' | 'anything' | 'socket';

/** What Castellan connects to on its own, and how far that may go. No use follows redirects. */
export interface Use {
  readonly name: string;
  readonly reaches: Reach;
  /** The longest that one exchange may take, in milliseconds. Undefined if the caller has limits of its own. */
  readonly totalMs?: number;
  /** The most that one answer may have, in bytes. */
  readonly maxBytes?: number;
}

/** DECISION 0260: everything that leaves the process. docs/security.md lists the same. */
export const uses = {
  /** An owner may allow private networks. A list of 5,000 servers has 8 MB. */
  provider: { name: 'hosting provider', reaches: 'public', totalMs: 30 * second, maxBytes: 16 * 1024 * 1024 },
  /** Where requests to hosting providers leave, if the operator has set one (DECISION 0296). */
  proxy: { name: 'outgoing proxy', reaches: 'anything' },
  /** Whether a server works. An owner may allow private networks. */
  health: { name: 'server at the hosting provider', reaches: 'public', totalMs: 10 * second },
  /** Events that other programs are told, and ends of sessions that applications are told. An owner may allow private networks. Answers are not kept. */
  events: { name: 'event destination', reaches: 'public', totalMs: eventLimits.answerMs, maxBytes: 64 * 1024 },
  /** The operator's receiver of audit logs by syslog. One over HTTPS counts as an event destination. */
  syslog: { name: 'syslog receiver', reaches: 'network', totalMs: 30 * second },
  mail: { name: 'mail server', reaches: 'network', totalMs: 5 * minute, maxBytes: 64 * 1024 },
  /** The operator's list of passwords that have been leaked. About 1,000 hashes have 40 kB. */
  leaked: { name: 'list of leaked passwords', reaches: 'network', totalMs: 3 * second, maxBytes: 256 * 1024 },
  traces: { name: 'collector of traces', reaches: 'network', totalMs: 10 * second },
  /** Statements have limits of their own. */
  database: { name: 'database server', reaches: 'anything' },
  /** Commands talk to the service that runs on their data folder. */
  service: { name: 'socket of a Castellan', reaches: 'socket' },
  /** Where this installation listens, whether or not that is this computer. */
  listener: { name: 'port of a Castellan', reaches: 'anything', totalMs: 3 * second },
  /** The server that a command names. */
  remote: {
    name: 'server that a command names',
    reaches: 'anything',
    totalMs: 50 * second,
    maxBytes: 64 * 1024 * 1024,
  },
  /** Through Chromium, with the proxy settings of the computer. */
  updates: { name: 'update feed', reaches: 'anything', totalMs: 30 * second, maxBytes: 64 * 1024 },
} as const satisfies Readonly<Record<string, Use>>;
