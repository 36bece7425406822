import { Agent, request } from 'node:http';

/** A client in the bench process that reuses one connection. */
export interface Client {
  /** @throws Error for any status but 200. */
  send<Answer>(method: 'GET' | 'POST', path: string, options?: { body?: unknown; token?: string }): Promise<Answer>;
  close(): void;
}

export const createClient = (url: string): Client => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    send: (method, path, { body, token } = {}) =>
      new Promise((resolve, reject) => {
        const text = body === undefined ? undefined : JSON.stringify(body);
        const headers = {
          ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        };
        const sent = request(`${url}${path}`, { method, agent, headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            const answer = Buffer.concat(chunks).toString();
            if (response.statusCode === 200) resolve(JSON.parse(answer));
            else reject(new Error(`${method} ${path} answered ${response.statusCode}: ${answer}`));
          });
        });
        sent.on('error', reject);
        sent.end(text);
      }),
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
