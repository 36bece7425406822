/** Short texts that the browser keeps, by name. */
export interface KeptTexts {
  read(name: string): string | undefined;
  /** @returns whether the text outlives the page */
  write(name: string, text: string): boolean;
  forget(name: string): void;
}

/**
 * Keeps texts in a storage that the browser may refuse, because site data is blocked, or that may be full. What it doesn't take
 * lasts until the page is left.
 */
export const createKeptTexts = (storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): KeptTexts => {
  const held = new Map<string, string>();

  const forgetStored = (name: string): void => {
    try {
      storage().removeItem(name);
    } catch {
      // A storage that is refused has nothing to remove.
    }
  };

  return {
    read(name) {
      try {
        return held.get(name) ?? storage().getItem(name) ?? undefined;
      } catch {
        // Held above, if at all.
        return undefined;
      }
    },
    write(name, text) {
      try {
        storage().setItem(name, text);
        held.delete(name);
        return true;
      } catch {
        held.set(name, text);
        // An old text must not come back after a reload.
        forgetStored(name);
        return false;
      }
    },
    forget(name) {
      held.delete(name);
      forgetStored(name);
    },
  };
};

/** For this tab: survives a reload. */
export const keptInTab = createKeptTexts(() => window.sessionStorage);

/** For all tabs of this browser, and for later. */
export const keptInBrowser = createKeptTexts(() => window.localStorage);

/** The name of a text or a channel, for one of the servers that share an address under several paths, such as `/castellan/`. */
export const nameAt = (basePath: string, name: string): string => (basePath === '/' ? name : `${name} ${basePath}`);
