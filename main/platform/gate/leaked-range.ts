import type { IncomingMessage } from 'node:http';
import { requestFor } from './connections.ts';
import { uses } from './uses.ts';

const { totalMs, maxBytes } = uses.leaked;

const textOf = async (answer: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer) {
    length += (part as Buffer).length;
    if (length > maxBytes) throw new Error('The answer is too large');
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString('latin1');
};

/** The lines of hashes that begin with a prefix, each as the rest of the hash and how often it was leaked. */
export const leakedRange = (base: string, prefix: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(totalMs);
    // Answers of one length don't tell which prefix was asked for.
    const headers = { 'add-padding': 'true', 'user-agent': 'Castellan' };
    requestFor(uses.leaked, new URL(`${base}/range/${prefix}`), { headers, signal })
      .once('response', (answer) => {
        if (answer.statusCode === 200) return textOf(answer).then(resolve, reject);
        answer.resume();
        return reject(new Error(`The list answered with status ${answer.statusCode}`));
      })
      .once('error', reject)
      .end();
  });
