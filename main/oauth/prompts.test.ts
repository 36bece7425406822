import * as client from 'openid-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addApplication, redirectUri } from '#e2e/support/applications.ts';
import { createOpenIdService } from '#e2e/support/openid-service.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { minute, second } from '#shared/rules/limits.ts';

const server = perFile(() => createOpenIdService());
// The library reads the clock by itself.
beforeEach(() => void vi.setSystemTime(server.clock.now()));
afterEach(() => void vi.useRealTimers());
const pass = (ms: number): void => {
  server.clock.advance(ms);
  vi.setSystemTime(server.clock.now());
};

let applications = 0;

interface Asked {
  /** How often someone had to enter their password, and how often whether the application may know them. */
  readonly signIns: number;
  readonly consents: number;
  /** What the application got in the end. */
  readonly back: URLSearchParams;
}

/** Whether someone is signed in in the browser, also to another application, and lets this one know them already. */
interface Standing {
  readonly standing: 'out' | 'in' | 'in an application';
  readonly isKnown: boolean;
  /** Who signs in when they are asked; the owner otherwise. */
  readonly as?: string;
}

/** Goes through all that a person is asked, who takes ten seconds for each answer. */
const ask = async (
  more: Record<string, string>,
  { standing, isKnown, as }: Standing,
  sent: 'in the address' | 'ahead' = 'in the address',
): Promise<Asked> => {
  applications += 1;
  const id = `app_${applications}`;
  await addApplication(server.app.context.db.write, id, server.seed.own.owner.tenantId);
  const config = await server.discover(id);
  const hint = more.id_token_hint;
  if (isKnown) await server.signInTo(await server.signedIn(), config, 'openid');
  const hinted = hint === undefined ? undefined : await server.signInTo(await server.signedIn(hint), config, 'openid');
  const browser = standing === 'out' ? server.newBrowser() : await server.signedIn();
  if (standing === 'in an application') {
    await addApplication(server.app.context.db.write, `${id}_other`, server.seed.own.owner.tenantId);
    await server.signInTo(browser, await server.discover(`${id}_other`), 'openid');
  }
  pass(10 * minute);
  const asked = {
    redirect_uri: redirectUri,
    scope: 'openid',
    code_challenge: await client.calculatePKCECodeChallenge(client.randomPKCECodeVerifier()),
    code_challenge_method: 'S256',
    ...more,
    ...(hinted && { id_token_hint: hinted.tokens.id_token ?? '' }),
  };
  const url =
    sent === 'ahead'
      ? await client.buildAuthorizationUrlWithPAR(config, asked)
      : client.buildAuthorizationUrl(config, asked);
  const counts = { signIns: 0, consents: 0 };
  let next = await browser.open(url.href);
  for (let steps = 0; next.includes('/interaction/'); steps += 1) {
    if (steps > 8) throw new Error(`It never ends: ${JSON.stringify(counts)}`);
    const { prompt, obstacle } = (await browser.ask('GET', `${next}/asked`)).body as Record<string, unknown>;
    pass(10 * second);
    if (obstacle === 'UNAUTHENTICATED') {
      counts.signIns += 1;
      await server.signedIn(as, browser);
    } else if (prompt === 'consent') counts.consents += 1;
    const answer = await browser.ask('POST', `${next}/go-on`);
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    next = await browser.open((answer.body as { location: string }).location);
  }
  return { ...counts, back: new URL(next).searchParams };
};

/** What applications ask with, and whether whoever is signed in has to sign in again, or to consent again. */
const requests = [
  [{}, false, false],
  [{ max_age: '3600' }, false, false],
  [{ max_age: '60' }, true, false],
  [{ max_age: '0' }, true, false],
  [{ prompt: 'login' }, true, false],
  [{ prompt: 'consent' }, false, true],
  [{ prompt: 'login consent' }, true, true],
  [{ prompt: 'login', max_age: '0' }, true, false],
  [{ prompt: 'consent', max_age: '0' }, true, true],
] as const;

const cases = requests.flatMap(([more, signsInAgain, consentsAgain]) =>
  (['out', 'in', 'in an application'] as const).flatMap((standing) =>
    [true, false].map((isKnown) => ({
      ...{ more, standing, isKnown },
      signIns: standing !== 'out' && !signsInAgain ? 0 : 1,
      consents: isKnown && !consentsAgain ? 0 : 1,
    })),
  ),
);

it.each(cases)('someone is asked each thing once: $more, $standing, known: $isKnown', async (wanted) => {
  const { signIns, consents, back } = await ask(wanted.more, wanted);
  expect({ signIns, consents }).toEqual({ signIns: wanted.signIns, consents: wanted.consents });
  expect(back.get('code')).toBeTruthy();
});

it.each(['in', 'in an application'] as const)(
  'someone who is %s goes on if the application means them',
  async (standing) => {
    const { owner, admin } = server.seed.own;
    const same = await ask({ id_token_hint: owner.email }, { standing, isKnown: true });
    expect([same.signIns, same.consents]).toEqual([0, 0]);
    expect(same.back.get('code')).toBeTruthy();
    // Whoever else signs in is asked again, and never taken for the one that it means.
    const other = ask({ id_token_hint: admin.email }, { standing, isKnown: true });
    await expect(other).rejects.toThrow('401');
    const meant = await ask({ id_token_hint: admin.email }, { standing, isKnown: true, as: admin.email });
    expect([meant.signIns, meant.consents]).toEqual([1, 0]);
    expect(meant.back.get('code')).toBeTruthy();
  },
);

it.each(cases.filter(({ standing }) => standing === 'in an application'))(
  'so are those whom an application has told of ahead: $more, known: $isKnown',
  async (wanted) => {
    const { signIns, consents, back } = await ask(wanted.more, wanted, 'ahead');
    expect({ signIns, consents }).toEqual({ signIns: wanted.signIns, consents: wanted.consents });
    expect(back.get('code')).toBeTruthy();
  },
);

it.each([
  [{ prompt: 'none' }, { standing: 'out', isKnown: true }, 'login_required'],
  [{ prompt: 'none' }, { standing: 'in an application', isKnown: false }, 'consent_required'],
  [{ prompt: 'none', max_age: '60' }, { standing: 'in an application', isKnown: true }, 'login_required'],
  [{ prompt: 'none login' }, { standing: 'in an application', isKnown: true }, 'invalid_request'],
] as const)('an application that asks for no question gets its error: %j, %j', async (more, standing, error) => {
  const { back, ...counts } = await ask(more, standing);
  expect({ ...counts, error: back.get('error') }).toEqual({ signIns: 0, consents: 0, error });
});
