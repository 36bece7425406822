import { beforeEach, describe, expect, it, vi } from 'vitest';
import { address, loadLimitMs, openView } from '#e2e/support/fake-view.ts';
import { healthyMs, retryDelaysMs } from './page-life.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

it('loads the console, or the page that it was asked for', async () => {
  const { life, current, settle } = openView();
  life.connect();
  expect(life.state().kind).toBe('loading');
  await settle();
  current().events.navigated(address);
  expect(life.state().kind).toBe('open');
  life.connect(`${address}dashboard`);
  await settle();
  expect(current().calls).toEqual([`load ${address}`, `load ${address}dashboard`]);
});

it('loads the page that it was asked for once the console can be reached', async () => {
  const { life, current, server, settle } = openView();
  server.problem = 'wrong';
  life.connect(`${address}invite`);
  await settle();
  server.problem = undefined;
  life.wake();
  await settle();
  current().events.failed('wrong');
  life.reload();
  await settle();
  current().events.navigated(`${address}invite`);
  current().events.crashed('oom');
  life.reload();
  await settle();
  const loaded = current().calls.filter((call) => !call.includes('data:'));
  expect(loaded).toEqual([`load ${address}invite`, `load ${address}invite`, `load ${address}`]);
});

it('is not shown because a page that had not loaded hung for a while', async () => {
  const { life, current, settle } = openView();
  life.connect();
  await settle();
  current().events.hung();
  current().events.recovered();
  expect(life.state()).toEqual({ kind: 'loading' });
  await vi.advanceTimersByTimeAsync(loadLimitMs);
  expect(life.state()).toMatchObject({ kind: 'failed' });
});

it('is not left for a page of the app that tells an earlier problem late', async () => {
  const { life, open, current, server, settle } = openView();
  await open();
  server.problem = 'crashed';
  current().events.crashed('oom');
  server.problem = 'wrong';
  life.reload();
  await settle();
  server.problem = undefined;
  life.reload();
  await settle();
  current().events.navigated('data:crashed');
  expect(life.state()).toEqual({ kind: 'loading' });
  current().events.navigated(address);
  expect(life.state()).toEqual({ kind: 'open' });
});

const problems = {
  'is checked and wrong': async ({ server, life, settle }: ReturnType<typeof openView>) => {
    server.problem = 'wrong';
    life.connect();
    await settle();
  },
  "can't be loaded": async ({ open, current, server }: ReturnType<typeof openView>) => {
    await open();
    server.problem = 'wrong';
    current().events.failed('wrong');
  },
  crashes: async ({ open, current, server }: ReturnType<typeof openView>) => {
    await open();
    server.problem = 'crashed';
    current().events.crashed('oom');
  },
  'closes itself': async ({ open, current, server }: ReturnType<typeof openView>) => {
    await open();
    server.problem = 'closed';
    current().events.destroyed();
  },
  'leaves the console': async ({ open, current, server }: ReturnType<typeof openView>) => {
    await open();
    server.problem = 'left';
    current().events.navigated('about:blank');
  },
};

describe.each(Object.entries(problems))('a page that %s', (_name, break_) => {
  it('is told once, and comes back by itself once it can', async () => {
    const view = openView();
    await break_(view);
    const { life, server, current, settle } = view;
    const problem = server.problem;
    expect(life.state()).toEqual({ kind: 'failed', problem });
    // Fewer attempts with time, and no page again and again for the same problem.
    const before = server.checks;
    for (const [index, delay] of [...retryDelaysMs, retryDelaysMs.at(-1) ?? 0].entries()) {
      await vi.advanceTimersByTimeAsync(delay - 1);
      expect(server.checks).toBe(before + index);
      await vi.advanceTimersByTimeAsync(1);
      expect(server.checks).toBe(before + index + 1);
    }
    expect(current().calls.filter((call) => call.startsWith('load data:'))).toEqual([`load data:${problem}`]);
    server.problem = undefined;
    await vi.advanceTimersByTimeAsync(retryDelaysMs.at(-1) ?? 0);
    await settle();
    current().events.navigated(address);
    expect(life.state()).toEqual({ kind: 'open' });
  });

  it('is tried again at once when the person or the network asks for it', async () => {
    const view = openView();
    await break_(view);
    const { life, server, current, settle } = view;
    const before = server.checks;
    life.wake();
    await settle();
    expect(server.checks).toBe(before + 1);
    server.problem = undefined;
    life.reload();
    await settle();
    expect(current().calls.at(-1)).toBe(`load ${address}`);
  });

  it('stays closed after its end', async () => {
    const view = openView();
    await break_(view);
    const { life, server, current } = view;
    const before = server.checks;
    life.end();
    expect(current().calls.at(-1)).toBe('close');
    await vi.advanceTimersByTimeAsync(24 * 60 * healthyMs);
    life.wake();
    life.connect();
    current().events.destroyed();
    expect(server.checks).toBe(before);
    expect(current().calls.at(-1)).toBe('close');
  });
});

it('a page that closed itself is replaced, and what the old one still says concerns no one', async () => {
  const { life, pages, open, changes } = openView();
  await open();
  const [first] = pages;
  first?.events.destroyed();
  expect(pages).toHaveLength(2);
  expect(life.page()).toBe(pages[1]);
  expect(pages[1]?.calls).toEqual(['load data:closed']);
  const before = changes.length;
  first?.events.crashed('oom');
  first?.events.destroyed();
  first?.events.navigated(address);
  expect(changes).toHaveLength(before);
});

it('a page that loads for too long is tried again', async () => {
  const { life, server, settle } = openView();
  life.connect();
  await settle();
  await vi.advanceTimersByTimeAsync(loadLimitMs);
  expect(life.state()).toEqual({ kind: 'failed', problem: 'ERR_TIMED_OUT' });
  await vi.advanceTimersByTimeAsync(retryDelaysMs[0]);
  expect(server.checks).toBe(2);
  expect(life.state().kind).toBe('loading');
});

it('a page that is loaded again for too long is tried again', async () => {
  const { life, current, open } = openView();
  await open();
  life.reload();
  expect(current().calls.at(-1)).toBe('reload');
  await vi.advanceTimersByTimeAsync(loadLimitMs - 1);
  expect(life.state().kind).toBe('loading');
  await vi.advanceTimersByTimeAsync(1);
  expect(life.state()).toEqual({ kind: 'failed', problem: 'ERR_TIMED_OUT' });
});

it('what a page shows late changes nothing', async () => {
  const { life, current, open, settle, server } = openView();
  await open();
  server.problem = 'wrong';
  current().events.failed('wrong');
  current().events.navigated(`${address}late`);
  expect(life.state().kind).toBe('failed');
  server.problem = undefined;
  life.reload();
  await settle();
  // The app's page, only now.
  current().events.navigated('data:wrong');
  expect(life.state().kind).toBe('loading');
});

it('Reload before there is a console connects again', async () => {
  const { life, current, settle, server } = openView();
  life.connect();
  await settle();
  life.reload();
  await settle();
  expect(server.checks).toBe(2);
  expect(current().calls).not.toContain('reload');
});

it('what asks for an attempt during another one gets an attempt of its own, unless that one succeeds', async () => {
  const { life, server, settle, current } = openView();
  server.problem = 'wrong';
  life.connect();
  await settle();
  const answers: (() => void)[] = [];
  server.waits = () => new Promise((resolve) => answers.push(resolve));
  life.wake();
  life.wake();
  life.wake();
  expect(server.checks).toBe(2);
  // It was still wrong when it was asked.
  answers.shift()?.();
  await settle();
  expect(server.checks).toBe(3);
  server.problem = undefined;
  life.wake();
  answers.shift()?.();
  await settle();
  expect(server.checks).toBe(3);
  expect(current().calls.at(-1)).toBe(`load ${address}`);
});

it('a page that was healthy for a while is tried soon after its next failure', async () => {
  const { server, current, settle, open } = openView();
  await open();
  const failAndReturn = async (delay: number) => {
    current().events.crashed('oom');
    const before = server.checks;
    await vi.advanceTimersByTimeAsync(delay);
    expect(server.checks).toBe(before + 1);
    await settle();
    current().events.navigated(address);
  };
  await failAndReturn(retryDelaysMs[0]);
  await failAndReturn(retryDelaysMs[1]);
  await vi.advanceTimersByTimeAsync(healthyMs);
  await failAndReturn(retryDelaysMs[0]);
});
