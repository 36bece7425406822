import { expect, it, vi } from 'vitest';
import { WebContentsView } from '#e2e/support/electron.ts';
import { createShownConsole, type ShownConsoleParts } from './shown-console.ts';
import { textsIn } from './texts.ts';

const texts = textsIn('en');
const server = { id: '0a000000', name: 'Acme', address: 'https://acme.example/' };

const viewOf = (title: string) => {
  const view = new WebContentsView();
  view.webContents.title = title;
  const page = { view, contents: view.webContents };
  return { begin: vi.fn(), life: { page: () => page, state: () => ({ kind: 'open' }) } };
};

const present = ({ title = '', isRemote = false, hasWindow = true }) => {
  const [own, remote] = [viewOf(title), viewOf('What the server says')];
  const [presented, shown] = [vi.fn(), vi.fn()];
  const parts = {
    remotes: { shown: () => (isRemote ? { view: remote, remote: () => server } : undefined) },
    ownView: () => own,
    window: { current: () => (hasWindow ? {} : undefined), present: presented },
    strip: () => ({ show: shown }),
    texts,
  };
  const console = createShownConsole(parts as unknown as ShownConsoleParts);
  console.present();
  return { own, remote, view: console.view(), presented: presented.mock.lastCall, strip: shown.mock.lastCall?.[0] };
};

it("shows this computer's console by its own title", () => {
  const { own, view, presented, strip } = present({ title: 'Team · Castellan' });
  expect(view).toBe(own);
  expect(presented).toEqual([own.life.page(), 'Team · Castellan']);
  expect(strip).toMatchObject({ name: texts.thisComputer });
  expect(present({}).presented?.[1]).toBe('Castellan');
});

it('names a server by what the person calls it, and keeps this computer awake behind it', () => {
  const { own, remote, view, presented, strip } = present({ isRemote: true });
  expect(view).toBe(remote);
  expect(presented?.[1]).toMatch(/^Acme.* · Castellan$/);
  expect(strip).toMatchObject({ name: 'Acme' });
  expect([own.begin.mock.calls.length, remote.begin.mock.calls.length]).toEqual([1, 1]);
});

it('loads nothing before there is a window', () => {
  const { own, presented } = present({ hasWindow: false });
  expect([own.begin.mock.calls.length, presented]).toEqual([0, undefined]);
});
