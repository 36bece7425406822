import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { StartError } from '../../platform/start-error.ts';
import type { Arguments, Command } from '../command.ts';
import { printLine } from '../print.ts';
import { connect, explained } from './connect.ts';

/** Asks for something, in this order. */
interface Questions {
  ask(question: string, isSecret: boolean): Promise<string>;
}

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Asks on the terminal. What is secret doesn't appear there. */
const onTerminal: Questions = {
  async ask(question, isSecret) {
    const lines = createInterface({
      input: process.stdin,
      output: isSecret ? nowhere() : process.stderr,
      terminal: true,
    });
    // Only now: what is typed before the terminal is told so would appear.
    process.stderr.write(`${question}: `);
    try {
      return await new Promise((resolve, reject) => {
        lines.once('line', resolve);
        lines.once('close', () => reject(new StartError('Cancelled', { kind: 'refused' })));
      });
    } finally {
      lines.close();
      if (isSecret) process.stderr.write('\n');
    }
  },
};

/** Takes one line of stdin after the other. */
const fromStdin = async (): Promise<Questions> => {
  const lines = (await text(process.stdin)).split(/\r?\n/);
  return {
    async ask(question) {
      const line = lines.shift();
      if (!line) throw new StartError(`${question}: a line of stdin is missing`);
      return line;
    },
  };
};

const signIn = async (given: Arguments): Promise<number> => {
  const remote = connect(given);
  const questions = process.stdin.isTTY ? onTerminal : await fromStdin();
  const email = given.operands[0] ?? (await questions.ask('Email', false));
  const password = await questions.ask('Password', true);
  const restore = given.switches.has('restore');
  const user = await explained({ hint: '' }, () =>
    remote.client.signIn({ email, password, restore, code: () => questions.ask('Two-factor code', true) }),
  ).catch((error: unknown) => {
    if (!(error instanceof StartError && error.message.includes('ACCOUNT_PENDING_DELETION'))) throw error;
    throw new StartError(`${error.message}. To restore the account, add --restore`, { cause: error, kind: 'refused' });
  });
  await printLine(`Signed in to ${remote.url} as ${user.email}`);
  return 0;
};

const signOut = async (given: Arguments): Promise<number> => {
  const remote = connect(given);
  await explained(remote, () => remote.client.signOut());
  await printLine(`Signed out of ${remote.url}`);
  return 0;
};

export const signInCommands: Readonly<Record<string, Command>> = {
  login: {
    summary: 'Sign in to another server, for castellan api',
    operands: ['[ACCOUNT]'],
    switches: { restore: 'Restore the account if it is about to be deleted' },
    worksWith: 'url',
    run: signIn,
  },
  logout: { summary: 'Sign out of another server', worksWith: 'url', run: signOut },
};
