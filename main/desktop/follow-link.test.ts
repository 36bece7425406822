import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { mostRemotes } from '#shared/contract/desktop-bridge.ts';
import { createLogger } from '../platform/logger.ts';
import { createLinkFollower } from './follow-link.ts';
import { readLink } from './links.logic.ts';
import { createRemoteList } from './remotes/remote-list.ts';
import { createSettings } from './settings.ts';
import { textsIn } from './texts.ts';

const folder = perTest(() => temporaryFolder('castellan-links-'));

const open = (answer: boolean | Promise<boolean>) => {
  const settings = createSettings(join(folder.path, 'settings.json'), createLogger('silent'));
  const list = createRemoteList(settings);
  const showRemote = vi.fn<(id: string) => void>();
  const ask = vi.fn(async () => answer);
  const tell = vi.fn(async () => {});
  const page = vi.fn<(page: string) => void>();
  const follow = createLinkFollower({
    list,
    open: page,
    showWindow: () => {},
    showRemote,
    ask,
    tell,
    texts: textsIn('en'),
    log: createLogger('silent'),
  });
  const followed = async (text: string) => {
    const link = readLink(text);
    if (link) follow(link);
    await setImmediate();
    await settings.flush();
  };
  return { list, showRemote, ask, tell, page, followed };
};

const link = 'castellan://add?url=https://example.org/castellan&name=Production';

it('asks with the whole address, and adds the server only after a yes', async () => {
  const refused = open(false);
  await refused.followed(link);
  expect(refused.ask.mock.calls).toEqual([
    ['Add the server example.org?', expect.stringContaining('https://example.org/castellan/'), 'Add Server'],
  ]);
  expect([refused.list.all(), refused.showRemote.mock.calls]).toEqual([[], []]);

  const agreed = open(true);
  await agreed.followed(link);
  const [added] = agreed.list.all();
  expect(added).toMatchObject({ name: 'Production', address: 'https://example.org/castellan/' });
  expect(agreed.showRemote.mock.calls).toEqual([[added?.id]]);
});

it('shows a server that is on the list already, without a question', async () => {
  const { list, ask, showRemote, followed } = open(true);
  list.add({ name: 'Mine', address: 'https://example.org/castellan' });
  await followed(link);
  expect(ask).not.toHaveBeenCalled();
  expect(list.all().map(({ name }) => name)).toEqual(['Mine']);
  expect(showRemote).toHaveBeenCalledOnce();
});

it('never gives a server the name of another one', async () => {
  const { list, followed } = open(true);
  list.add({ name: 'production', address: 'https://bank.example' });
  await followed(link);
  expect(list.all().map(({ name }) => name)).toEqual(['production', 'example.org']);
});

it('says why it adds nothing', async () => {
  const { list, tell, followed } = open(true);
  await followed('castellan://add?url=http://example.org');
  for (let count = 0; count < mostRemotes; count += 1) list.add({ name: '', address: `s${count}.example` });
  await followed(link);
  expect(tell.mock.calls).toEqual([
    ['The server wasn’t added', expect.stringContaining('https')],
    ['The server wasn’t added', expect.stringContaining('full')],
  ]);
  expect(list.all()).toHaveLength(mostRemotes);
});

it('asks one question at a time, however many links come', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const { list, ask, followed } = open(promise);
  await followed(link);
  await followed('castellan://add?url=https://other.example');
  expect(ask).toHaveBeenCalledOnce();
  resolve(true);
  await followed('castellan://none');
  expect(list.all().map(({ address }) => address)).toEqual(['https://example.org/castellan/']);
  await followed('castellan://add?url=https://other.example');
  expect(ask).toHaveBeenCalledTimes(2);
});

it('opens the page of a link in an email', async () => {
  const { page, followed } = open(true);
  await followed('castellan://verify#token=a-token_of.sixteen~characters');
  expect(page.mock.calls).toEqual([['/verify#token=a-token_of.sixteen~characters']]);
});
