import { describe, expect, it, vi } from 'vitest';
import { createParts, PartError, type PartsPage } from './parts.ts';

/** A page of version 1, on a server that a test controls. */
const setUp = () => {
  const server: { version: string | undefined } = { version: '1' };
  const reloads: string[] = [];
  let back = Promise.withResolvers<void>();
  const page: PartsPage = {
    version: '1',
    answering: async () => server.version,
    untilBack: () => back.promise,
    reloadFor: (version) => {
      if (reloads.includes(version)) return false;
      reloads.push(version);
      return true;
    },
  };
  return {
    parts: createParts(page),
    server,
    reloads,
    comeBack() {
      back.resolve();
      back = Promise.withResolvers<void>();
    },
  };
};

const failing = (times: number) => {
  let left = times;
  return vi.fn(async () => {
    left -= 1;
    if (left >= 0) throw new TypeError('Failed to fetch dynamically imported module');
    return 'the part';
  });
};

/** Lets everything run that can. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('a part', () => {
  it('is loaded', async () => {
    const { parts, reloads } = setUp();
    expect(await parts.load(failing(0))).toBe('the part');
    expect([parts.state(), reloads]).toEqual(['fine', []]);
  });

  it('waits for a lost network, says so, and goes on by itself', async () => {
    const { parts, server, reloads, comeBack } = setUp();
    server.version = undefined;
    const states: string[] = [];
    const stop = parts.subscribe(() => states.push(parts.state()));
    const importer = failing(3);
    const loading = parts.load(importer);
    for (let attempts = 1; attempts <= 2; attempts += 1) {
      await settle();
      expect([importer.mock.calls.length, parts.state()]).toEqual([attempts, 'waiting']);
      comeBack();
    }
    await settle();
    server.version = '1';
    comeBack();
    expect(await loading).toBe('the part');
    expect([parts.state(), states.at(-1), reloads]).toEqual(['fine', 'fine', []]);
    stop();
  });

  it('is tried once more if the server was back by the time it was asked', async () => {
    const { parts, reloads } = setUp();
    const importer = failing(1);
    expect(await parts.load(importer)).toBe('the part');
    expect([importer.mock.calls.length, reloads]).toEqual([2, []]);
  });

  it('of another version loads the page again, once for all parts that fail', async () => {
    const { parts, server, reloads } = setUp();
    server.version = '2';
    const settled = vi.fn();
    void parts.load(failing(9)).then(settled, settled);
    await settle();
    expect([reloads, settled.mock.calls.length]).toEqual([['2'], 0]);
    await expect(parts.load(failing(9))).rejects.toThrow(PartError);
    server.version = '3';
    void parts.load(failing(9)).then(settled, settled);
    await settle();
    expect([reloads, settled.mock.calls.length]).toEqual([['2', '3'], 0]);
  });

  it('that fails without a reason loads the page again once, as browsers may remember a failure, and is told then', async () => {
    const { parts, reloads } = setUp();
    void parts.load(failing(9));
    await settle();
    expect(reloads).toEqual(['1']);
    const failure = await parts.load(failing(9)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PartError);
    // Not as the browser says it: the router would load the page again.
    expect((failure as Error).message).not.toMatch(/dynamically imported module|Importing a module script/);
    expect((failure as Error).cause).toBeInstanceOf(TypeError);
  });

  it.each(['2', undefined])(
    'that nobody waits for loads no page again and waits for nothing (version %s)',
    async (version) => {
      const { parts, server, reloads } = setUp();
      server.version = version;
      await expect(parts.load(failing(9), () => false)).rejects.toThrow(PartError);
      expect([parts.state(), reloads]).toEqual(['fine', []]);
    },
  );
});

describe('another version', () => {
  it('is told where the page cannot be loaded again for it, as when the browser keeps nothing', async () => {
    const { parts, server, reloads } = setUp();
    server.version = '2';
    reloads.push('2');
    await expect(parts.load(failing(9))).rejects.toThrow(PartError);
    expect(parts.state()).toBe('updated');
  });

  it('is told once it answers', async () => {
    const { parts, server } = setUp();
    const listener = vi.fn();
    parts.subscribe(listener);
    await parts.check();
    server.version = undefined;
    await parts.check();
    expect([parts.state(), listener.mock.calls.length]).toEqual(['fine', 0]);
    server.version = '2';
    await parts.check();
    await parts.check();
    expect([parts.state(), listener.mock.calls.length]).toEqual(['updated', 1]);
  });
});
