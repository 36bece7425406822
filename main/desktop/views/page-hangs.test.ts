import { beforeEach, describe, expect, it, vi } from 'vitest';
import { address, openView } from '#e2e/support/fake-view.ts';
import { probeEveryMs, reloadPatienceMs } from './page-life.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

describe('a page that hangs', () => {
  it('is told, and goes on as if nothing was', async () => {
    const { life, open, current } = openView();
    await open();
    current().events.hung();
    expect(life.state().kind).toBe('hung');
    current().events.recovered();
    expect(life.state().kind).toBe('open');
  });

  it('is replaced on Reload, which is no crash', async () => {
    const { life, pages, open, current, settle, changes } = openView();
    await open();
    current().events.hung();
    life.reload();
    pages[0]?.events.crashed('killed');
    pages[0]?.events.destroyed();
    await settle();
    expect(pages[0]?.calls.slice(-2)).toEqual(['kill', 'close']);
    expect(life.page()).toBe(pages[1]);
    expect(pages[1]?.calls).toEqual([`load ${address}`]);
    current().events.navigated(address);
    expect(changes).not.toContain('failed');
    current().events.crashed('oom');
    expect(life.state()).toEqual({ kind: 'failed', problem: 'crashed' });
  });

  it('is noticed when it is chosen', async () => {
    const { life, open, server, settle } = openView();
    await open();
    life.wake();
    await settle();
    expect(life.state().kind).toBe('open');
    server.answers = false;
    life.wake();
    await settle();
    expect(life.state().kind).toBe('hung');
  });

  it('that was noticed so is asked until it responds', async () => {
    const { life, open, server, settle } = openView();
    await open();
    server.answers = false;
    life.wake();
    await settle();
    await vi.advanceTimersByTimeAsync(3 * probeEveryMs);
    expect(life.state().kind).toBe('hung');
    server.answers = true;
    await vi.advanceTimersByTimeAsync(probeEveryMs);
    expect(life.state().kind).toBe('open');
  });

  it('is noticed when Reload shows nothing', async () => {
    const { life, pages, open, server, current } = openView();
    await open();
    life.reload();
    await vi.advanceTimersByTimeAsync(reloadPatienceMs);
    expect(current().calls.at(-1)).toBe('reload');
    server.answers = false;
    life.reload();
    await vi.advanceTimersByTimeAsync(reloadPatienceMs);
    expect(pages[0]?.calls.slice(-2)).toEqual(['kill', 'close']);
    expect(current().calls).toEqual([`load ${address}`]);
  });
});
