import { second } from '#shared/rules/limits.ts';
import { openTabMessages } from './tab-messages.ts';

/** What a tab says to the others that could lead. */
interface Word {
  from: number;
  says: 'asks' | 'leads' | 'leaves';
}

/** How long the tab that leads has to answer. Messages reach hidden tabs at once, although their timers are slowed down. */
const answerMs = second / 2;
/** How often to ask for a tab that leads: one that crashed doesn't say that it leaves. */
const askEveryMs = 10 * second;

/**
 * Runs work in one of the tabs that call this with the same name, for browsers without locks. Another tab goes on with it when that
 * tab leaves. If two lead after all, because one of them was frozen, the one with the greater ID stops.
 * @param random from 0 to 1
 * @param lead ends once its signal aborts. If it ends by itself, so does the call
 */
export const electTab = async (
  name: string,
  random: () => number,
  signal: AbortSignal,
  lead: (signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  const id = random();
  let leading: AbortController | undefined;
  let hear: (says: Word['says']) => void = () => {};

  const channel = openTabMessages<Word>(name, ({ from, says }) => {
    if (!leading) hear(says);
    else if (says === 'leads' && from < id) leading.abort();
    else if (says !== 'leaves') say('leads');
  });
  const say = (says: Word['says']): void => channel.post({ from: id, says });

  /** Resolves with the word once another tab says it, with nothing after so many milliseconds or when the signal aborts. */
  const heard = (word: Word['says'], ms: number): Promise<Word['says'] | undefined> =>
    new Promise((resolve) => {
      const finish = (result?: Word['says']): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        resolve(result);
      };
      const stop = (): void => finish();
      const timer = setTimeout(finish, ms);
      signal.addEventListener('abort', stop);
      hear = (says) => {
        if (says === word) finish(says);
      };
    });

  try {
    while (!signal.aborted) {
      say('asks');
      // Of tabs that ask at the same time, one is the first to lead.
      if (await heard('leads', answerMs * (1 + random()))) {
        await heard('leaves', askEveryMs);
        continue;
      }
      if (signal.aborted) return;
      leading = new AbortController();
      say('leads');
      await lead(AbortSignal.any([signal, leading.signal]));
      const isOver = !leading.signal.aborted;
      leading = undefined;
      if (isOver) return;
    }
  } finally {
    say('leaves');
    channel.close();
  }
};
