import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core';
import { useEffect, useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

/** The open dialogs, the one in front last. */
let open: readonly string[] = [];
const listeners = new Set<() => void>();

const change = (next: readonly string[]): void => {
  open = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Key presses that a dialog took: the one below may come to the front before the library asks it. */
const taken = new WeakSet<KeyboardEvent>();

/** The library closes all open dialogs on Escape. This closes only the one in front. */
export const useFrontEscape = ({ opened, closeOnEscape = true }: Pick<ModalProps, 'opened' | 'closeOnEscape'>) => {
  const id = useId();
  const isFront = useSyncExternalStore(subscribe, () => open.at(-1) === id);
  useLayoutEffect(() => {
    if (!opened) return;
    change([...open, id]);
    return () => change(open.filter((other) => other !== id));
  }, [opened, id]);
  return { closeOnEscape: closeOnEscape && isFront, __handledEscapeEvents: taken };
};

/** The library gives the focus back only if a dialog closes before it goes. This does also if it goes while it is open. */
const useFocusBack = ({ opened, returnFocus = true }: Pick<ModalProps, 'opened' | 'returnFocus'>) => {
  const before = useRef<Element>(null);
  useLayoutEffect(() => {
    before.current = opened && returnFocus ? document.activeElement : null;
  }, [opened, returnFocus]);
  useEffect(
    () => () => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    },
    [],
  );
};

/** What the library's dialogs lack when several are open. */
const useDialog = (props: Pick<ModalProps, 'opened' | 'closeOnEscape' | 'returnFocus'>) => {
  useFocusBack(props);
  return useFrontEscape(props);
};

/** A dialog, which may open others above itself. */
export const Dialog = (props: ModalProps) => <Modal {...props} {...useDialog(props)} />;

/** A dialog at the edge of the window. */
export const SideDialog = (props: DrawerProps) => <Drawer {...props} {...useDialog(props)} />;
