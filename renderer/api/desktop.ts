import type { DesktopBridge, RemoteBridge } from '#shared/contract/desktop-bridge.ts';
import { readTokens, type TokenStore, type Tokens, writeTokens } from './tokens.ts';

declare global {
  interface Window {
    /** Exists only in the desktop window. */
    readonly castellan?: DesktopBridge | RemoteBridge;
  }
}

/** The desktop bridge, or undefined in a browser. */
export const desktopBridge = (): DesktopBridge | RemoteBridge | undefined => window.castellan;

/** The bridge of the computer that the desktop app runs on; undefined where another server serves this console. */
export const localBridge = (): DesktopBridge | undefined => {
  const bridge = desktopBridge();
  return bridge && 'listRemotes' in bridge ? bridge : undefined;
};

/** The bridge of the desktop app on someone's computer, which shows this console from another server. */
export const remoteBridge = (): RemoteBridge | undefined => {
  const bridge = desktopBridge();
  return bridge && 'notify' in bridge ? bridge : undefined;
};

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
