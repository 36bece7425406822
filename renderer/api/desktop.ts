import type { DesktopBridge } from '#shared/desktop-bridge.ts';
import { readTokens, type TokenStore, type Tokens, writeTokens } from './tokens.ts';

declare global {
  interface Window {
    /** Exists only in the desktop window. */
    readonly castellan?: DesktopBridge;
  }
}

/** The desktop bridge, or undefined in a browser. */
export const desktopBridge = (): DesktopBridge | undefined => window.castellan;

/** A locked keyring blocks the console. After this time, tell the user why. */
const patienceMs = 500;

/**
 * Keeps the refresh token in the system keyring instead of in the tab, so that a restart of the app stays signed in. If
 * a request fails, it is reported and the session continues in memory. Calls `onWait` if the keyring is slow.
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
