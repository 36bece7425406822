import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../platform/clock.ts';
import { sendConfirmed } from '../platform/gate/confirmed-send.ts';
import { uses } from '../platform/gate/uses.ts';
import type { StreamTarget } from '../platform/stream-target.ts';
import { appendDurably } from './append-durably.ts';
import type { PostMessage } from './post-message.ts';
import { signedHeaders } from './signature.ts';
import { syslogFrame } from './syslog.ts';

/** An entry of an audit log as it is streamed. */
export interface StreamRecord {
  readonly id: string;
  /** RFC 3339, in UTC. */
  readonly at: string;
  readonly action: string;
  readonly [member: string]: unknown;
}

/** A receiver of every audit log. */
export interface AuditStream {
  readonly name: string;
  /** Whether it leaves this computer. */
  readonly isRemote: boolean;
  /** Sends entries in order, and resolves once the receiver has all of them. @throws Error that says why it may not have them */
  send(records: readonly StreamRecord[], stopping: AbortSignal): Promise<void>;
  /** Why the last attempt of this process failed. Undefined if it didn't. */
  problem(): string | undefined;
}

export interface StreamParts {
  readonly postMessage: PostMessage;
  readonly clock: Clock;
  /** The name of this installation; empty if it has none. */
  readonly host: string;
  /** Signs what is posted. */
  readonly secret?: string | undefined;
}

type Send = (lines: readonly StreamRecord[], stopping: AbortSignal) => Promise<void>;

/** The ID comes first: by it, a line that was cut off is recognized. */
const lineOf = ({ id, ...members }: StreamRecord): string => JSON.stringify({ id, ...members });
const lineBeginning = '{"id":"evt_';

const defaultPort = 6514;

const senders: Readonly<Record<StreamTarget['kind'], (url: URL, parts: StreamParts) => Send>> = {
  file: (url) => {
    const path = fileURLToPath(url);
    return (records) => appendDurably(path, records.map((record) => `${lineOf(record)}\n`).join(''), lineBeginning);
  },
  syslog: ({ hostname, port }, { host }) => {
    const place = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || defaultPort) };
    return (records, stopping) => {
      const frames = records.map((record) => syslogFrame(host, { ...record, json: lineOf(record) }));
      return sendConfirmed(uses.syslog, place, Buffer.from(frames.join('')), stopping);
    };
  },
  https: (url, { postMessage, clock, secret }) => {
    const bare = new URL(url);
    [bare.username, bare.password] = ['', ''];
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    return async (records, stopping) => {
      const body = records.map((record) => `${lineOf(record)}\n`).join('');
      const id = `batch_${createHash('sha256').update(body).digest('hex').slice(0, 32)}`;
      const headers = {
        'content-type': 'application/x-ndjson',
        ...(credentials !== ':' && { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
        ...(secret !== undefined && signedHeaders(id, clock.now(), body, [secret])),
      };
      const { outcome, status_code } = await postMessage(
        bare.href,
        { headers, body },
        { allowPrivateAddresses: true, stopping },
      );
      if (outcome !== 'delivered')
        throw new Error(status_code === null ? outcome : `${outcome}, status ${status_code}`);
    };
  },
};

export const createAuditStreams = (targets: readonly StreamTarget[], parts: StreamParts): readonly AuditStream[] =>
  targets.map(({ kind, name, url }) => {
    const send = senders[kind](new URL(url), parts);
    let problem: string | undefined;
    return {
      name,
      isRemote: kind !== 'file',
      problem: () => problem,
      async send(records, stopping) {
        try {
          await send(records, stopping);
          problem = undefined;
        } catch (error) {
          if (!stopping.aborted) problem = (error as Error).message;
          throw error;
        }
      },
    };
  });
