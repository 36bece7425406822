import { type RefObject, useEffect } from 'react';

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled)';
const rowsOf = 'tr, li';
/** A menu or dialog that closes gives the focus back by itself, once it has faded out. */
const settleMs = 300;

/** Where the focus was on the page: a row of a list, and its place there. */
interface Place {
  list: Element | null;
  index: number;
}

const placeOf = (element: Element): Place => {
  const row = element.closest(rowsOf);
  const list = row?.parentElement ?? null;
  return { list, index: row && list ? [...list.children].indexOf(row) : 0 };
};

/** The last control of the row that took the place of the lost one, as its menu or its remove button was. */
const controlAt = ({ list, index }: Place): HTMLElement | undefined => {
  if (!list?.isConnected) return undefined;
  const row = list.children[Math.min(index, list.children.length - 1)];
  return row ? [...row.querySelectorAll<HTMLElement>(focusable)].at(-1) : undefined;
};

/**
 * Keeps the focus on the page when what had it is removed, by its own button or by someone else. A button that can't be pressed
 * while it works has it again afterwards.
 */
export const useFocusKept = (main: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    let last: Element | undefined;
    let place: Place = { list: null, index: 0 };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      last = target;
      if (main.current?.contains(target)) place = placeOf(target);
    };
    const isLost = (): boolean => document.activeElement === document.body && last !== undefined && !last.isConnected;
    const restore = () => {
      if (!isLost() || document.querySelector('[role="dialog"], [role="menu"]')) return;
      (controlAt(place) ?? main.current)?.focus({ preventScroll: true });
    };
    const giveBack = (target: Node): void => {
      const isReady = target === last && target instanceof HTMLButtonElement && !target.disabled;
      if (isReady && document.activeElement === document.body) target.focus({ preventScroll: true });
    };
    const observer = new MutationObserver((changes) => {
      for (const { type, target } of changes) if (type === 'attributes') giveBack(target);
      if (!isLost()) return;
      clearTimeout(timer);
      timer = setTimeout(restore, settleMs);
    });
    document.addEventListener('focusin', remember);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('focusin', remember);
    };
  }, [main]);
};
