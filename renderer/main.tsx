// Must come first: the page's CSP forbids the schema library to compile its parsers.
import './zod-config.ts';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './styles/base.css';
import './styles/scale.css';
import './styles/frame.css';
import './styles/page.css';
import './styles/forms.css';
import './styles/lists.css';
import './styles/rows.css';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { desktopBridge, loadDesktopTokenStore } from './api/desktop.ts';
import { createKnownDevice } from './api/known-device.ts';
import { createLinkTokens, tokenInLink } from './api/link-token.ts';
import { createTabChannel } from './api/tab-channel.ts';
import { withTabLock } from './api/tab-locks.ts';
import { createTokenStore } from './api/tokens.ts';
import { AppearanceProvider } from './app.tsx';
import { systemClock } from './components/clock.ts';
import { createConsole } from './console.tsx';
import { KeyringPage } from './features/desktop/keyring-page.tsx';
import { createI18n } from './languages/i18n.ts';
import { languageLoaders } from './languages/load-language.ts';
import { createOutsideLanguage } from './languages/remembered-language.ts';
import { keepFromDroppedFiles } from './parts/dropped-files.ts';
import { keptInBrowser, keptInTab } from './parts/kept-texts.ts';
import { printInLight } from './parts/printed-page.ts';
import { keepTranslated } from './parts/translated-text.ts';

/** Unlike `crypto.randomUUID`, also works when another machine serves the console over plain HTTP. */
const randomId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Libraries read the nonce for the style elements that they inject from here. */
declare global {
  var __webpack_nonce__: string | undefined;
}

/**
 * The nonce that the page's Content-Security-Policy allows on style elements. The component library injects its
 * variables and responsive values this way, and so does the scroll lock of dialogs.
 */
const readStyleNonce = (page: Document): string => {
  const nonce = page.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  globalThis.__webpack_nonce__ = nonce;
  return nonce;
};

keepTranslated(document.body);
keepFromDroppedFiles(document);
printInLight(window);
const container = document.getElementById('root');
if (!container) throw new Error('The page has no root');
const root = createRoot(container);
const styleNonce = readStyleNonce(document);
const desktop = desktopBridge();
const i18n = await createI18n({
  outside: createOutsideLanguage(keptInBrowser, () => navigator.languages),
  loaders: languageLoaders,
  onLanguageChange: (language, { schemaText }) => {
    document.documentElement.lang = language;
    z.config(schemaText);
  },
});

const showKeyringPage = (onSkip: () => void): void =>
  root.render(
    <AppearanceProvider i18n={i18n} styleNonce={styleNonce}>
      <KeyringPage onSkip={onSkip} />
    </AppearanceProvider>,
  );
/** Where the server is mounted behind a proxy, such as `/castellan/`. */
const basePath = new URL(document.baseURI).pathname;
const linkTokens = createLinkTokens(window, basePath);
const { element, router } = createConsole({
  store: desktop
    ? await loadDesktopTokenStore(
        desktop,
        (error) => reportError(error),
        () => showKeyringPage(() => void desktop.skipKeyring().catch(reportError)),
      )
    : createTokenStore(keptInTab, basePath),
  tabChannel: createTabChannel(randomId, basePath),
  lock: withTabLock,
  now: systemClock,
  newKey: randomId,
  device: createKnownDevice(keptInBrowser, basePath, systemClock),
  linkTokens,
  i18n,
  styleNonce,
  basePath,
});

desktop?.onOpen((address) => {
  const { pathname, search, hash } = new URL(address, location.origin);
  const token = tokenInLink(new URLSearchParams(hash.slice(1)));
  if (token) linkTokens.put(pathname, token);
  void router.navigate({ href: `${pathname}${search}` });
});

root.render(element);
