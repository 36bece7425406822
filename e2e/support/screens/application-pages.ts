import { expect } from 'vitest';
import { siteOf } from '../passkeys.ts';
import type { Person } from '../test-service.ts';
import type { ConsolePage } from './console-page.ts';
import { answers, askedOf, refuses } from './provider-answers.ts';
import type { Cast } from './screen-test.ts';

const account = { name: 'Ada', email: 'ada@example.org' };
const back = 'https://app.example/callback?code=x';

/** A page to which something sends people to sign in. */
export interface ApplicationPage {
  readonly address: string;
  /** Has the service say who is signed in in this browser. */
  serve(page: ConsolePage, isSignedIn: boolean): void;
  /** Fails if someone who has signed in isn't led on. */
  assertReached(page: ConsolePage, left: readonly string[]): Promise<void>;
}

const goesOn = async (page: ConsolePage, left: readonly string[]): Promise<void> => {
  await page.find('heading', 'Signing in to Wiki');
  await page.settled();
  expect(left).toEqual([back]);
};

/** Every page to which something sends people to sign in. */
export const applicationPages: Readonly<Record<string, ApplicationPage>> = {
  'the sign-in to an application': {
    address: '/oauth2/interaction/one',
    serve(page, isSignedIn) {
      const asked = askedOf(isSignedIn ? { account, obstacle: null } : {});
      page.answer('oauth2/interaction/one/asked', answers(asked));
      page.answer('oauth2/interaction/one/go-on', answers({ location: back }));
    },
    assertReached: goesOn,
  },
  'the way to a protected host': {
    address: `/forward-auth/sign-in?ticket=kid.${'x'.repeat(3_000)}`,
    serve(page, isSignedIn) {
      const asked = askedOf(isSignedIn ? { scopes: [], account, obstacle: null } : { scopes: [] });
      page.answer('forward-auth/sign-in/asked', answers({ ...asked, asks_second_factor: false }));
      page.answer('forward-auth/sign-in/go-on', answers({ location: back }));
    },
    async assertReached(page, left) {
      await goesOn(page, left);
      expect(page.sent.find(({ path }) => path === 'forward-auth/sign-in/go-on')).toBeDefined();
    },
  },
  'the code of a device': {
    address: '/device?user_code=BCDF-GHJK',
    serve(page, isSignedIn) {
      page.answer('oauth2/session', isSignedIn ? answers(account) : refuses('UNAUTHENTICATED', 401));
    },
    async assertReached(page) {
      expect((await page.field('Code of the device')).value).toBe('BCDF-GHJK');
    },
  },
};

/** Someone is asked to sign in there. */
export interface Scene extends Cast {
  /** The page at which someone is asked to sign in. */
  readonly page: ConsolePage;
  /** Opens a link in another tab of the browser, for whoever is signed in in it. */
  openLink(path: string, person?: Person): Promise<ConsolePage>;
  /** From now on, whoever asks is signed in. */
  signedIn(page: ConsolePage): void;
  /** Enters address and password at a sign-in form. `answer`: what the service then asks of them. */
  enter(answer?: ReturnType<typeof answers>): Promise<void>;
}

/** Opens the page of an application for nobody. Passkeys need a host name. */
export const begin = async (cast: Cast, application: ApplicationPage): Promise<Scene> => {
  const at = (path: string) => `${siteOf(cast.app.service.context).origin}${path}`;
  let isSignedIn = false;
  const shown = (page: ConsolePage): ConsolePage => {
    application.serve(page, isSignedIn);
    return page;
  };
  const page = shown(await cast.open(undefined, at(application.address)));
  await page.field('Password');
  const signedIn = (of: ConsolePage) => {
    isSignedIn = true;
    shown(of);
  };
  return {
    ...cast,
    page,
    signedIn,
    openLink: async (path, person) => {
      isSignedIn = true;
      return shown(await cast.openTab(person, at(path)));
    },
    async enter(answer) {
      await page.fill('Email', cast.member.email);
      await page.fill('Password', cast.member.password);
      signedIn(page);
      if (answer) page.answer('oauth2/interaction/one/asked', answer);
      await page.press('Sign in');
    },
  };
};
