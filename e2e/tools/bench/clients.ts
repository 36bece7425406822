import { Agent, request } from 'node:http';

type Method = 'GET' | 'POST' | 'PUT';
interface Sent {
  body?: unknown;
  token?: string;
}

/** A client in the bench process that reuses one connection. */
export interface Client {
  /** @throws Error for any status but 200. */
  send<Answer>(method: Method, path: string, sent?: Sent): Promise<Answer>;
  /** Resolves with whatever the answer is. */
  ask(method: Method, path: string, sent?: Sent): Promise<{ status: number; text: string }>;
  close(): void;
}

/** @param always sent with each request */
export const createClient = (url: string, always: Readonly<Record<string, string>> = {}): Client => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask: Client['ask'] = (method, path, { body, token } = {}) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const headers = {
        ...always,
        ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      };
      const sent = request(`${url}${path}`, { method, agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
      });
      sent.on('error', reject);
      sent.end(text);
    });
  return {
    ask,
    async send(method, path, sent) {
      const { status, text } = await ask(method, path, sent);
      if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${text}`);
      return JSON.parse(text);
    },
    close: () => agent.destroy(),
  };
};

/** Runs several clients that each repeat a step without pause. Returns steps per second. */
export const repeat = async (
  url: string,
  clients: number,
  until: { seconds: number } | { steps: number },
  step: (client: Client, index: number) => Promise<void>,
): Promise<number> => {
  const startedAt = performance.now();
  let steps = 0;
  const goesOn = (): boolean =>
    'steps' in until ? steps < until.steps : performance.now() - startedAt < until.seconds * 1_000;
  await Promise.all(
    Array.from({ length: clients }, async (_, index) => {
      const client = createClient(url);
      try {
        while (goesOn()) {
          steps += 1;
          await step(client, index);
        }
      } finally {
        client.close();
      }
    }),
  );
  return steps / ((performance.now() - startedAt) / 1_000);
};
