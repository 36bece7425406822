import { useEffect, useEffectEvent } from 'react';
import { onPlainKey, type Shortcut, type ShortcutAction } from './shortcuts.logic.ts';

/** How long the leader waits for the next key, in milliseconds. */
const leaderTimeoutMs = 1_500;

/** Ignore keys while the user is typing or a dialog is open. */
const isTaken = ({ target, defaultPrevented }: KeyboardEvent): boolean =>
  defaultPrevented ||
  (target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))) ||
  document.querySelector('[role="dialog"]') !== null;

/** Listens for shortcuts: the one with Ctrl or ⌘ everywhere, the others only outside text fields. */
export const useShortcuts = (
  shortcuts: readonly Shortcut[],
  singleKeys: boolean,
  onAction: (action: ShortcutAction) => void,
): void => {
  const press = useEffectEvent((event: KeyboardEvent, wasLed: boolean): boolean => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
      // Browsers would focus their own search field.
      event.preventDefault();
      onAction({ type: 'search' });
      return false;
    }
    if (!singleKeys || isTaken(event)) return false;
    const { action, led } = onPlainKey(shortcuts, wasLed, event);
    if (action) {
      event.preventDefault();
      onAction(action);
    }
    return led;
  });
  useEffect(() => {
    let led = false;
    let forget: ReturnType<typeof setTimeout> | undefined;
    const listen = (event: KeyboardEvent) => {
      clearTimeout(forget);
      led = press(event, led);
      if (led) {
        forget = setTimeout(() => {
          led = false;
        }, leaderTimeoutMs);
      }
    };
    document.addEventListener('keydown', listen);
    return () => {
      clearTimeout(forget);
      document.removeEventListener('keydown', listen);
    };
  }, []);
};
