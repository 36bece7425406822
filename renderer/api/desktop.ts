import type { DesktopBridge } from '#shared/desktop-bridge.ts';
import { readTokens, type TokenStore, type Tokens, writeTokens } from './tokens.ts';

declare global {
  interface Window {
    /** There in the desktop window alone. */
    readonly castellan?: DesktopBridge;
  }
}

/** What the desktop window lends the console, or undefined in a browser. */
export const desktopBridge = (): DesktopBridge | undefined => window.castellan;

/** A locked keyring holds the console up: after this time the person is told why. */
const patienceMs = 500;

/**
 * Keeps the refresh token with the system's keyring instead of in the tab, so that a restart of the app stays signed in.
 * A request that fails is reported, and the session goes on in memory. Calls `onWait` where the keyring is slow.
 */
export const loadDesktopTokenStore = async (
  bridge: Pick<DesktopBridge, 'loadSession' | 'saveSession' | 'clearSession'>,
  report: (error: unknown) => void,
  onWait: () => void,
): Promise<TokenStore> => {
  const timer = setTimeout(onWait, patienceMs);
  const kept = await bridge.loadSession().catch((error: unknown) => {
    report(error);
    return null;
  });
  clearTimeout(timer);
  let held: Tokens | undefined = readTokens(kept);
  return {
    load: () => held,
    save: (tokens) => {
      held = tokens;
      bridge.saveSession(writeTokens(tokens)).catch(report);
    },
    clear: () => {
      held = undefined;
      bridge.clearSession().catch(report);
    },
  };
};
