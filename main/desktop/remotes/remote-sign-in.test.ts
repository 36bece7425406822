import type { AuthInfo } from 'electron';
import { expect, it, vi } from 'vitest';
import type { Credentials, SignInAnswer } from '#shared/contract/desktop-sign-in.ts';
import { createPromptGate } from '../views/prompt-gate.logic.ts';
import { type Asker, askerKey } from './kept-passwords.ts';
import { createRemoteSignIn } from './remote-sign-in.ts';

const proxy: AuthInfo = { isProxy: true, scheme: 'basic', host: 'proxy.example', port: 3128, realm: 'Office' };
const ann = { username: 'ann', password: 'of-ann' };
const page = 'https://castellan.example.org/';

const open = ({ kept = [] as [Asker, Credentials][], isShown = true, canKeep = true } = {}) => {
  const held = new Map(kept.map(([asker, credentials]) => [askerKey(asker), credentials]));
  const passwords = {
    mayKeep: () => true,
    find: async (asker: Asker) => held.get(askerKey(asker)),
    async keep(asker: Asker, credentials: Credentials) {
      if (canKeep) held.set(askerKey(asker), credentials);
      return canKeep;
    },
    forget: async (asker: Asker) => void held.delete(askerKey(asker)),
  };
  const askSignIn = vi.fn(async (): Promise<SignInAnswer | 'canceled' | undefined> => 'canceled');
  const tellNotKept = vi.fn(async () => {});
  const gate = createPromptGate(
    () => isShown,
    () => 0,
  );
  const signIn = createRemoteSignIn({ passwords, gate, server: () => 'Production', askSignIn, tellNotKept });
  return { signIn, askSignIn, tellNotKept, held };
};

it('gives what is kept without a question, also to a server that isn’t shown', async () => {
  const { signIn, askSignIn } = open({ kept: [[proxy, ann]], isShown: false });
  expect(await signIn.answer(proxy, page)).toEqual(ann);
  expect(await signIn.answer({ ...proxy, host: 'other.example' }, page)).toBeUndefined();
  expect(askSignIn).not.toHaveBeenCalled();
});

it('gives what is refused only once: it is forgotten, and the person is asked', async () => {
  const { signIn, askSignIn, held } = open({ kept: [[proxy, ann]] });
  await signIn.answer(proxy, page);
  expect(await signIn.answer(proxy, page)).toBeUndefined();
  expect(askSignIn).toHaveBeenCalledExactlyOnceWith({
    host: 'proxy.example:3128',
    isProxy: true,
    server: 'Production',
    mayKeep: true,
    refused: 'ann',
  });
  expect(held.size).toBe(0);
  // Canceled: attempts that follow by themselves ask and send nothing.
  signIn.begin();
  expect(await signIn.answer(proxy, page)).toBeUndefined();
  expect(askSignIn).toHaveBeenCalledOnce();
  signIn.askAgain();
  await signIn.answer(proxy, page);
  expect(askSignIn).toHaveBeenCalledTimes(2);
});

it('asks again once nobody has answered: the page that it was for is gone', async () => {
  const { signIn, askSignIn } = open();
  askSignIn.mockResolvedValueOnce(undefined).mockResolvedValueOnce({ ...ann, keeps: false });
  expect(await signIn.answer(proxy, page)).toBeUndefined();
  signIn.begin();
  expect(await signIn.answer(proxy, page)).toEqual(ann);
});

it('gives the same again for another page, and in another attempt', async () => {
  const { signIn, askSignIn } = open({ kept: [[proxy, ann]] });
  await signIn.answer(proxy, page);
  expect(await signIn.answer(proxy, `${page}login`)).toEqual(ann);
  signIn.begin();
  expect(await signIn.answer(proxy, page)).toEqual(ann);
  expect(askSignIn).not.toHaveBeenCalled();
});

it('forgets what was entered for a proxy that then doesn’t connect, and not what has worked before', async () => {
  const { signIn, askSignIn, held } = open({ kept: [[proxy, ann]] });
  await signIn.answer(proxy, page);
  signIn.fail();
  expect(held.size).toBe(1);
  held.clear();
  signIn.begin();
  askSignIn.mockResolvedValueOnce({ ...ann, keeps: true });
  await signIn.answer(proxy, page);
  expect(held.size).toBe(1);
  signIn.fail();
  expect(held.size).toBe(0);
});

it.each([
  [true, true, 1, 0],
  [true, false, 0, 1],
  [false, true, 0, 0],
])(
  'keeps what the person enters if they want that (%s) and there is a keyring (%s)',
  async (keeps, canKeep, ...expected) => {
    const { signIn, askSignIn, tellNotKept, held } = open({ canKeep });
    askSignIn.mockResolvedValueOnce({ ...ann, keeps });
    expect(await signIn.answer(proxy, page)).toEqual(ann);
    await Promise.resolve();
    expect([held.size, tellNotKept.mock.calls.length]).toEqual(expected);
  },
);
