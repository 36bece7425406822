import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core';
import { useId, useLayoutEffect, useSyncExternalStore } from 'react';

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

/** A dialog, which may open others above itself. */
export const Dialog = (props: ModalProps) => <Modal {...props} {...useFrontEscape(props)} />;

/** A dialog at the edge of the window. */
export const SideDialog = (props: DrawerProps) => <Drawer {...props} {...useFrontEscape(props)} />;
