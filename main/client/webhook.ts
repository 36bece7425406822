import { WebhookError } from './errors.ts';
import { surroundings } from './surroundings.ts';

/** A message as it arrived. */
export interface WebhookMessage {
  /** Of the request, such as `request.headers` of Node or of `fetch`. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Exactly the text that arrived: what is parsed and written again has another signature. */
  readonly body: string;
}

/** How old a message may be, or how far ahead the sender's clock (Standard Webhooks). */
const toleranceMs = 300_000;
const version = 'v1,';
const algorithm = { name: 'HMAC', hash: 'SHA-256' };

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    // No Base64, so nothing that Castellan sends.
    return undefined;
  }
};

const headerOf = ({ headers }: WebhookMessage, name: string): string => {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== 'string') throw new WebhookError(`The header ${name} is missing`);
  return value;
};

/**
 * Checks by Standard Webhooks that a message is from Castellan.
 * @param secret of the destination, `whsec_…`; several while one is rolled
 * @returns the event with its ID, which is the same if it is sent again
 * @throws WebhookError if it isn't genuine, or is older than five minutes
 */
export const verifyWebhook = async <Event extends object>(
  message: WebhookMessage,
  secret: string | readonly string[],
  now: () => number = surroundings.now,
): Promise<Event & { id: string }> => {
  const id = headerOf(message, 'webhook-id');
  const timestamp = headerOf(message, 'webhook-timestamp');
  // Also if it is no number.
  if (!(Math.abs(now() - Number(timestamp) * 1_000) <= toleranceMs)) {
    throw new WebhookError('The message is too old, or one of the clocks is wrong');
  }
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${message.body}`);
  const signatures = headerOf(message, 'webhook-signature').split(' ');
  for (const each of typeof secret === 'string' ? [secret] : secret) {
    const bytes = fromBase64(each.replace(/^whsec_/, ''));
    if (!bytes?.length) throw new WebhookError('The secret is not one of a webhook');
    const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
    for (const signature of signatures) {
      const given = signature.startsWith(version) ? fromBase64(signature.slice(version.length)) : undefined;
      // Compares in a time that says nothing about the signature.
      if (given && (await crypto.subtle.verify(algorithm, key, given, signed)))
        return { ...(JSON.parse(message.body) as Event), id };
    }
  }
  throw new WebhookError('The signature does not match');
};
