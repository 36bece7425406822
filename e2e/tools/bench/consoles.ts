import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** Open streams of changes, as consoles keep them. */
export interface Consoles {
  /** How many streams the server has ended. */
  ended(): number;
  /** Resolves once each has heard of a change since this was called. @throws Error after ten seconds */
  allHear(): Promise<void>;
  close(): void;
}

const patienceMs = 10_000;
const pollMs = 2;
/** Opened at the same time. */
const perTurn = 100;

interface Console {
  changes: number;
  isOpen: boolean;
}

const open = (url: string, agent: Agent, token: string): Promise<Console> =>
  new Promise((resolve, reject) => {
    const console: Console = { changes: 0, isOpen: true };
    const headers = { authorization: `Bearer ${token}` };
    const sent = request(`${url}/live?since=0`, { agent, headers }, (response) => {
      if (response.statusCode !== 200) {
        reject(new Error(`A stream was answered ${response.statusCode}`));
        return;
      }
      response.setEncoding('utf8').on('data', (text: string) => {
        if (text.includes('event: ready')) resolve(console);
        if (text.includes('event: changed')) console.changes += 1;
      });
      response.on('close', () => {
        console.isOpen = false;
      });
      response.on('error', () => {});
    });
    sent.on('error', reject);
    sent.end();
  });

/** Opens one stream for each token. @throws Error if one is refused */
export const openConsoles = async (url: string, tokens: readonly string[]): Promise<Consoles> => {
  const agent = new Agent();
  const all: Console[] = [];
  for (let from = 0; from < tokens.length; from += perTurn) {
    const some = tokens.slice(from, from + perTurn);
    all.push(...(await Promise.all(some.map((token) => open(url, agent, token)))));
  }
  return {
    ended: () => all.filter(({ isOpen }) => !isOpen).length,
    async allHear() {
      const before = all.map(({ changes }) => changes);
      const deadline = performance.now() + patienceMs;
      while (all.some(({ changes, isOpen }, n) => isOpen && changes === before[n])) {
        if (performance.now() > deadline) throw new Error('Some consoles never heard of a change');
        await pause(pollMs);
      }
    },
    close: () => agent.destroy(),
  };
};
