import { second } from '#shared/rules/limits.ts';
import { keptInTab } from './kept-texts.ts';
import { createParts, type Parts, type PartsPage } from './parts.ts';
import { readTypedText, restoreTypedText, type TypedText } from './typed-text.ts';

const reloadedKey = 'castellan-reloaded-for';
const typedKey = 'castellan-typed';

/** How often to look for the network, which may be back without an event: the server was down. */
const lookEveryMs = 3 * second;
/** How long a page takes at most until its fields are there. */
const restoreMs = 15 * second;

/** The program that a page loads: its name has the hash of what is in it. */
const programIn = (page: ParentNode, base: string): string => {
  const source = page.querySelector('script[type="module"][src]')?.getAttribute('src');
  return source ? new URL(source, base).pathname : '';
};

const answering = async (): Promise<string | undefined> => {
  try {
    const response = await fetch(document.baseURI, { cache: 'no-store', headers: { accept: 'text/html' } });
    if (!response.ok) return undefined;
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    // A portal of a network answers with a page of its own.
    return programIn(page, document.baseURI) || undefined;
  } catch {
    // No network, or no server.
    return undefined;
  }
};

const untilBack = (): Promise<void> =>
  new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', finish);
      resolve();
    };
    const timer = setTimeout(finish, lookEveryMs);
    window.addEventListener('online', finish);
  });

/** The console as it is now, with what was typed. */
export const reloadPage = (): void => {
  const typed = readTypedText(document, location.pathname);
  if (typed) keptInTab.write(typedKey, JSON.stringify(typed));
  location.reload();
};

const reloadFor = (version: string): boolean => {
  if (keptInTab.read(reloadedKey) === version) return false;
  // Without this entry, the page would be loaded again for ever.
  if (!keptInTab.write(reloadedKey, version)) return false;
  reloadPage();
  return true;
};

const page: PartsPage = {
  get version() {
    return programIn(document, document.baseURI);
  },
  answering,
  untilBack,
  reloadFor,
};

/** Loads the parts of this page. */
export const parts: Parts = createParts(page);

/** Loads a part of the console, such as `loadPart(() => import('./dialog.tsx'))`. @throws PartError */
export const loadPart = <Part>(importer: () => Promise<Part>): Promise<Part> => parts.load(importer);

/** Loads a part ahead, while nobody waits for it: a failure shows once it is needed. */
export const preloadPart = (importer: () => Promise<unknown>): void => {
  importer().catch(() => {}); // Loaded again when it is needed.
};

/** Whether the console is on its way to another page. Until it is known, it is. */
let isOnItsWay = (): boolean => true;

/** Says how to find out whether the console is on its way to another page. */
export const watchWay = (isLoading: () => boolean): void => {
  isOnItsWay = isLoading;
};

/** What loads a page of the console: ahead when a link to it is hovered, or because someone goes there. */
export const part =
  <Part>(importer: () => Promise<Part>): (() => Promise<Part>) =>
  () =>
    parts.load(importer, () => isOnItsWay());

/**
 * After the page was loaded again: puts back what was typed.
 * @returns whether the page was loaded again because the server has another version
 */
export const resumeAfterReload = (): boolean => {
  const text = keptInTab.read(typedKey);
  keptInTab.forget(typedKey);
  if (text) {
    // This page wrote it.
    const typed = JSON.parse(text) as TypedText;
    if (typed.path === location.pathname) restoreTypedText(document.body, typed, restoreMs);
  }
  const key = `${reloadedKey}-told`;
  const version = keptInTab.read(reloadedKey);
  if (!version || version !== page.version || keptInTab.read(key) === version) return false;
  keptInTab.write(key, version);
  return true;
};
