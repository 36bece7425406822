import { notifications } from '@mantine/notifications';
import type { Query } from '@tanstack/react-query';
import { queryAllByText } from '@testing-library/dom';
import type { GlobalWindow } from 'happy-dom';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import english from 'zod/v4/locales/en.js';
import { operations } from '#shared/contract/index.ts';
import { createKnownDevice } from '../../../renderer/api/known-device.ts';
import { createLinkTokens } from '../../../renderer/api/link-token.ts';
import type { TabChannel } from '../../../renderer/api/tab-channel.ts';
import type { TokenStore, Tokens } from '../../../renderer/api/tokens.ts';
import { createConsole } from '../../../renderer/console.tsx';
import { createI18n } from '../../../renderer/languages/i18n.ts';
import { createOutsideLanguage } from '../../../renderer/languages/remembered-language.ts';
import { keptInBrowser } from '../../../renderer/parts/kept-texts.ts';
import { type Person, type TestService, testOrigin } from '../test-service.ts';
import { catalogues } from '../texts.ts';
import { type Instead, inProcessFetch, type Sent } from './in-process-fetch.ts';
import { type PageActions, pageActions, patienceMs, textOf } from './page-actions.ts';

/** The console on a page of its own, as one person uses it. */
export interface ConsolePage extends PageActions {
  /** What the console has asked the service for, in order. */
  readonly sent: readonly Sent[];
  /** Lets `instead` answer each call of an operation, such as `team.listMembers`, until this is called without it. */
  answer(path: string, instead?: Instead): void;
  /**
   * Presses a button that sends an operation, first while the service can't be reached: the page must say so and keep what
   * was entered, so that pressing it again works, and a password manager must know whose passwords it takes. After that, all that the page shows must be as the service has it now.
   */
  send(button: string | RegExp, path: string, inside?: PageActions): Promise<void>;
  /**
   * Fails if the page says something else once it has asked again for what it knows of a feature, such as `team`: then a
   * change didn't have it read again, and only the stream of changes does.
   */
  assertCurrent(feature: string): Promise<void>;
}

/** A tab without others. */
const onlyTab: TabChannel = {
  listen: () => {},
  requestTokens: async () => undefined,
  announce: () => {},
  announceEnd: () => {},
  announceActivity: () => {},
};

/** Keeps the session for as long as the page is open. */
const sessionOf = (person: Person | undefined, expiresAt: number): TokenStore => {
  let held: Tokens | undefined = person && {
    key: person.id,
    generation: 0,
    refresh: person.refreshToken,
    access: person.token,
    expiresAt,
  };
  return {
    load: () => held,
    save: (tokens) => {
      held = tokens;
    },
    clear: () => {
      held = undefined;
    },
  };
};

/** The texts in English, without the files that a build splits them into. */
const createTexts = () => {
  const loader = {
    signedOut: async () => ({ catalogue: catalogues.en, schemaText: english() }),
    signedIn: async () => catalogues.en,
    preloadSignedIn: () => undefined,
  };
  return createI18n({
    outside: createOutsideLanguage(keptInBrowser, () => ['en']),
    loaders: { en: loader, de: loader },
    onLanguageChange: (_, { schemaText }) => z.config(schemaText),
  });
};

/** So many turns of the event loop pass between an answer and what the page then asks for, at most. */
const manyTurns = 20;

/** There is one page at a time. */
let closeCurrent: (() => Promise<void>) | undefined;

/**
 * Opens the console at an address, such as `/dashboard/team`, until the test ends or opens another: the real one, on the real service
 * in this process. Without a person, nobody is signed in.
 * @param browser `same`: the one before, which keeps what that stored for later
 * @param answers as for {@link ConsolePage.answer}, from the first call on
 */
export const openConsole = async (
  app: TestService,
  person: Person | undefined,
  address: string,
  browser: 'new' | 'same' = 'new',
  answers: readonly (readonly [string, Instead])[] = [],
): Promise<ConsolePage> => {
  const kept = browser === 'same' ? Object.entries({ ...window.localStorage }) : [];
  await closeCurrent?.();
  const sent: Sent[] = [];
  const instead = new Map<string, Instead>(answers);
  vi.stubGlobal('fetch', inProcessFetch(app, sent, instead));
  vi.setSystemTime(app.clock.now());
  const { origin, href } = new URL(address, testOrigin);
  // A page can't leave its origin by its own history.
  if (origin !== location.origin) (window as unknown as GlobalWindow).happyDOM.setURL(origin);
  window.history.replaceState(null, '', href);
  for (const [name, text] of kept) window.localStorage.setItem(name, text);
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const { element, router } = createConsole({
    store: sessionOf(person, app.clock.now() + 3_600_000),
    tabChannel: onlyTab,
    lock: (_, run) => run(),
    now: app.clock.now,
    newKey: () => 'key',
    device: createKnownDevice(keptInBrowser, '/', app.clock.now),
    linkTokens: createLinkTokens(window),
    i18n: await createTexts(),
    styleNonce: '',
    basePath: '/',
  });
  closeCurrent = async () => {
    closeCurrent = undefined;
    root.unmount();
    router.history.destroy();
    // A navigation that still waits would show itself in a page that is gone.
    router.startTransition = async () => false;
    notifications.clean();
    // The service must not be closed under a call.
    await vi.waitUntil(() => isAnswered(sent), { timeout: patienceMs, interval: 5 });
    document.body.replaceChildren();
    document.head.replaceChildren();
    window.localStorage.clear();
    window.sessionStorage.clear();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
  onTestFinished(() => closeCurrent?.());
  root.render(element);
  const actions = pageActions(() => isAnswered(sent));
  /** Fails if what the page shows is not what the service answers by now: then a change didn't have all of it read again. */
  const assertFresh = async (): Promise<void> => {
    await actions.settled();
    const { queryClient } = router.options.context;
    // A search that is cleared shows an older answer by now, and has asked again.
    while (queryClient.isFetching() > 0) await actions.settled();
    const isShown = ({ queryKey: [path], state: { status } }: Query) =>
      status === 'success' && Array.isArray(path) && followed.has(path.join('.'));
    const shown = queryClient.getQueryCache().findAll({ type: 'active', predicate: isShown });
    const answers = () => Object.fromEntries(shown.map(({ queryHash, state }) => [queryHash, state.data]));
    const before = answers();
    await queryClient.refetchQueries({ type: 'active', predicate: isShown });
    expect(before, 'what the page knew before it asked again for all that it shows').toEqual(answers());
  };
  const unanswered = catalogues.en.failures.unreachable.detail;
  return {
    ...actions,
    sent,
    answer: (path, next) => void (next ? instead.set(path, next) : instead.delete(path)),
    async send(button, path, inside = actions) {
      instead.set(path, () => Promise.reject(new TypeError('Failed to fetch')));
      await inside.press(button);
      await actions.settled();
      expect(passwordsOfNobody(), 'forms that don’t tell a password manager whose password they take').toEqual([]);
      const said = queryAllByText(document.body, (text) => text.includes(unanswered));
      expect(said, `what the page says if ${path} fails`).not.toEqual([]);
      instead.delete(path);
      await inside.press(button);
      await assertFresh();
    },
    async assertCurrent(feature) {
      await actions.settled(manyTurns);
      const now = textOf(container);
      const isOfFeature = ({ queryKey: [path] }: { queryKey: readonly unknown[] }): boolean =>
        Array.isArray(path) && path[0] === feature;
      await router.options.context.queryClient.invalidateQueries({ predicate: isOfFeature });
      await actions.settled(manyTurns);
      expect(now, `what the page said before it asked again for all of ${feature}`).toBe(textOf(container));
    },
  };
};

const hasField = (form: HTMLFormElement, ...kinds: string[]): boolean =>
  kinds.some((kind) => form.querySelector<HTMLInputElement>(`[autocomplete="${kind}"]`)?.value);

/** What the forms say that take a password and name no account. */
const passwordsOfNobody = (): string[] =>
  [...document.forms]
    .filter((form) => hasField(form, 'current-password', 'new-password') && !hasField(form, 'username'))
    .map(textOf);

/** What the console reads and is told of when it changes, such as `team.listMembers`. */
const followed = new Set(
  operations
    .filter(({ operation }) => operation.topics && operation.topics.length > 0)
    .map(({ feature, name }) => `${feature}.${name}`),
);

const isAnswered = (sent: readonly Sent[]): boolean => sent.every(({ done }) => done !== undefined);
