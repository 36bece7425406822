import { type ComponentType, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Confirmations } from '../../api/confirmations.ts';
import { loadPart } from '../../parts/page.ts';
import type { ConfirmationDialogProps } from './confirmation-dialog.tsx';

const dialogId = 'confirmation';

/** Until the form below has taken the answer, its button can't be focused. */
const focusEveryMs = 50;
const mostFocusTries = 40;

const isInDialog = (element: Element) => element.closest(`#${dialogId}`) !== null;

/** Shows the dialog in which users confirm that it's them, above all others, while calls wait for it. */
export const ConfirmationHost = ({ confirmations }: { confirmations: Confirmations }) => {
  const demand = useSyncExternalStore(confirmations.subscribe, confirmations.demand);
  const [Dialog, setDialog] = useState<ComponentType<ConfirmationDialogProps>>();
  const isOpen = demand !== undefined;
  const isMissing = isOpen && Dialog === undefined;

  useEffect(() => {
    if (!isMissing) return;
    loadPart(() => import('./confirmation-dialog.tsx')).then(
      ({ ConfirmationDialog }) => setDialog(() => ConfirmationDialog),
      // The forms that wait say that the server can't be reached.
      (error: Error) => confirmations.cancel(error),
    );
  }, [isMissing, confirmations]);

  useFocusReturn(isOpen);
  return (
    Dialog && (
      <Dialog id={dialogId} demand={demand} onConfirmed={confirmations.confirm} onCancel={confirmations.cancel} />
    )
  );
};

/** What had the focus, or the dialog below, if that has since shown something else. */
const placeToReturnTo = (before: EventTarget | null): HTMLElement | undefined => {
  if (before instanceof HTMLElement && before.isConnected) return before;
  return [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].findLast((dialog) => !isInDialog(dialog));
};

/** Gives the focus back to what had it before the call: its button has lost it while it was loading. */
const useFocusReturn = (isOpen: boolean) => {
  const last = useRef<EventTarget>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen) {
      wasOpen.current = true;
      return;
    }
    const before = last.current;
    let tries = 0;
    const giveBack = () => {
      const { activeElement } = document;
      const isLost = !activeElement || activeElement === document.body || isInDialog(activeElement);
      if (isLost) placeToReturnTo(before)?.focus({ preventScroll: true });
      tries += 1;
      if (!isLost || tries === mostFocusTries) clearInterval(timer);
    };
    const timer = wasOpen.current ? setInterval(giveBack, focusEveryMs) : undefined;
    const remember = ({ target }: FocusEvent) => {
      last.current = target;
    };
    document.addEventListener('focusin', remember);
    return () => {
      clearInterval(timer);
      document.removeEventListener('focusin', remember);
    };
  }, [isOpen]);
};
