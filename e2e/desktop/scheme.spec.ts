import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { pagePolicy } from '#main/desktop/views/page-policy.logic.ts';
import { account, addressOf, appFolder, expect, post, signIn, test } from './desktop.ts';

test("a path that leaves the console's folder is not found", async ({ opened: { page } }) => {
  const answers = await page.evaluate(async () => {
    const paths = [
      '/..%2fmain%2fcli.js',
      '/%2e%2e/%2e%2e/package.json',
      '/assets/..%2f..%2f..%2fpackage.json',
      '/assets/%2e%2e%5c%2e%2e%5cpackage.json',
      '/assets//etc/passwd.txt',
      '/%00.js',
    ];
    return Promise.all(paths.map(async (path) => [(await fetch(path)).status, path]));
  });
  expect(answers).toHaveLength(6);
  for (const [status] of answers) expect([400, 404]).toContain(status);
  expect(answers.filter(([status]) => status === 404).length).toBeGreaterThanOrEqual(5);
});

test('the window gets the same answers as a browser', async ({ opened: { page } }) => {
  const address = await addressOf(page);
  const cases: [string, { method?: string; headers?: Record<string, string>; body?: string }][] = [
    ['/trpc/profile.getMe', {}],
    ['/trpc/nothing.here', {}],
    ['/trpc/auth.login', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' }],
    ['/trpc/auth.login', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"email":1}' }],
    [
      '/trpc/auth.login',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: `"${'x'.repeat(1_100_000)}"` },
    ],
    ['/api/v1/users/me', { method: 'DELETE' }],
    ['/api/nothing', {}],
    ['/favicon.svg', {}],
    ['/no-such-file.js', {}],
  ];
  const shape = (status: number, headers: Headers, body: string) => ({
    status,
    type: headers.get('content-type'),
    policy: headers.get('content-security-policy'),
    cache: headers.get('cache-control'),
    nosniff: headers.get('x-content-type-options'),
    body: body.replaceAll(/req_[\w-]+/g, 'req'),
  });
  /** In the window, a page can't open dialogs either. */
  const inWindowToo = (policy: string | null) => [policy, pagePolicy].filter((part) => part !== null).join(', ');
  for (const [path, init] of cases) {
    const inWindow = await page.evaluate(
      async ([url, options]) => {
        const answer = await fetch(url, options);
        return { status: answer.status, headers: [...answer.headers], body: await answer.text() };
      },
      [path, init] as const,
    );
    const overHttp = await fetch(`${address}${path}`, init);
    const expected = shape(overHttp.status, overHttp.headers, await overHttp.text());
    expect(shape(inWindow.status, new Headers(inWindow.headers), inWindow.body), path).toEqual({
      ...expected,
      policy: inWindowToo(expected.policy),
    });
  }
});

test('a large file is streamed in pieces', async ({ desktop }) => {
  const { app, page } = await desktop.launch();
  const folder = join(appFolder, 'out/renderer/assets');
  const files = await Promise.all(
    (await readdir(folder)).map(async (name) => ({ name, size: (await stat(join(folder, name))).size })),
  );
  const [largest] = files.toSorted((a, b) => b.size - a.size);
  // Counted where the app sends them: the browser may join pieces while the page reads slowly.
  await app.evaluate(() => {
    const bodies: number[][] = [];
    const counted = (body: ReadableStream) => {
      const pieces: number[] = [];
      bodies.push(pieces);
      return body.pipeThrough(
        new TransformStream({
          transform: (piece: Uint8Array, rest) => {
            pieces.push(piece.length);
            rest.enqueue(piece);
          },
        }),
      );
    };
    class CountingResponse extends Response {
      constructor(body?: BodyInit | null, init?: ResponseInit) {
        super(body instanceof ReadableStream ? counted(body) : body, init);
      }
    }
    Object.assign(globalThis, { Response: CountingResponse, bodies });
  });
  const arrived = await page.evaluate(
    async (name) => (await (await fetch(`/assets/${name}`, { cache: 'no-store' })).arrayBuffer()).byteLength,
    largest?.name,
  );
  expect(arrived).toBe(largest?.size);
  const bodies = await app.evaluate(() => (globalThis as unknown as { bodies: number[][] }).bodies);
  const pieces = bodies.find((each) => each.reduce((sum, size) => sum + size, 0) === largest?.size);
  expect(pieces, 'a body of the size of the file').toBeDefined();
  expect(Math.max(...(pieces ?? []))).toBeLessThanOrEqual(64 * 1024);
});

test('the page has the same policy as in a browser: no inline script, no eval, no network', async ({
  opened: { page },
}) => {
  const policyOf = (headers: Headers) => headers.get('content-security-policy')?.replace(/nonce-[\w-]+/, 'nonce');
  const here = await page.evaluate(async () => [...(await fetch('/login')).headers]);
  const there = await fetch(`${await addressOf(page)}/login`);
  expect(policyOf(new Headers(here))).toBe(`${policyOf(there.headers)}, ${pagePolicy}`);
  const attempts = await page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'window.inlineRan = true';
    document.body.append(script);
    // Text that becomes code in a later task: code evaluated by Playwright itself is exempt from the policy.
    setTimeout("document.title = 'evaluated'" as unknown as () => void);
    await new Promise((resolve) => setTimeout(resolve));
    await new Promise((resolve) => setTimeout(resolve));
    const network = await fetch('https://example.com/').then(
      () => 'reached',
      (error: Error) => error.name,
    );
    return { inline: 'inlineRan' in window, evaluated: document.title === 'evaluated', network };
  });
  expect(attempts).toEqual({ inline: false, evaluated: false, network: 'TypeError' });
});

test('connection-level headers never reach the window', async ({ opened: { page } }) => {
  // Chromium crashes the whole app if a scheme other than http or https sends the first of them.
  const names = ['origin-agent-cluster', 'strict-transport-security', 'connection', 'keep-alive', 'transfer-encoding'];
  const address = await addressOf(page);
  for (const path of ['/login', '/trpc/profile.getMe', '/api/v1/users/me', '/favicon.svg', '/no-such-file.js']) {
    const sent = await page.evaluate(async (url) => [...(await fetch(url)).headers.keys()], path);
    expect(
      sent.filter((name) => names.includes(name)),
      path,
    ).toEqual([]);
  }
  // The service itself sends some of them to browsers.
  const { headers } = await fetch(`${address}/login`);
  expect(names.filter((name) => headers.has(name)).length).toBeGreaterThan(0);
});

/** How many streams of changes the service has open. */
const liveStreams = async (page: Page): Promise<number> => {
  const metrics = await (await fetch(`${await addressOf(page)}/metrics`)).text();
  return Number(/^castellan_live_streams (\d+)$/m.exec(metrics)?.[1]);
};

test('the window shows at once what another tool changes, and leaves no stream behind when it reloads', async ({
  desktop,
}) => {
  const { page } = await desktop.launch();
  await signIn(page);
  await page.getByRole('link', { name: 'Workspaces', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Workspaces' })).toBeVisible();
  await expect.poll(() => liveStreams(page)).toBe(1);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Workspaces' })).toBeVisible();
  await expect.poll(() => liveStreams(page)).toBe(1);
  const address = await addressOf(page);
  const { email, password } = account;
  const { access_token, user } = await (await post(address, '/auth/login', { email, password })).json();
  const created = await fetch(`${address}/api/v1/tenants/${user.tenant_id}/workspaces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
    body: JSON.stringify({ name: 'Orion' }),
  });
  expect(created.status).toBe(201);
  await expect(page.getByRole('main').getByText('Orion', { exact: true })).toBeVisible();
});
