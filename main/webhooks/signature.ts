import { createHmac } from 'node:crypto';
import type { Ids } from '../platform/ids.ts';

/** How a signing secret begins (Standard Webhooks). */
const secretPrefix = 'whsec_';

/** A new signing secret: 256 random bits. */
export const newSigningSecret = (ids: Pick<Ids, 'secret'>): string =>
  `${secretPrefix}${Buffer.from(ids.secret(), 'base64url').toString('base64')}`;

/**
 * The headers that sign a message by Standard Webhooks: of the very text that is sent, once with each secret.
 * @param id of the message, the same for each attempt
 * @param at when it is sent, in milliseconds since the epoch: verifiers tolerate five minutes
 */
export const signedHeaders = (id: string, at: number, body: string, secrets: readonly string[]) => {
  const timestamp = String(Math.floor(at / 1_000));
  const sign = (secret: string): string => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  };
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(sign).join(' '),
  };
};
