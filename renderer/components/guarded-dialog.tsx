import { type ModalProps, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from './dialog.tsx';
import { DiscardQuestion } from './discard-question.tsx';

interface GuardedDialogProps extends Omit<ModalProps, 'title' | 'closeOnEscape' | 'closeOnClickOutside'> {
  title: string;
  /** Whether something was entered that isn't saved. */
  unsaved: boolean;
  /** Whether it shows what can't be shown again: only its own button closes it. */
  isOnlyHere?: boolean;
}

/** A dialog that asks before Escape, a click beside it or its close button discards what was entered. */
export const GuardedDialog = (props: GuardedDialogProps) => {
  const { title, unsaved, isOnlyHere = false, onClose, opened, children, ...modal } = props;
  const [asks, setAsks] = useState(false);
  return (
    <Dialog
      {...modal}
      opened={opened}
      title={<Text fw={600}>{title}</Text>}
      onClose={() => (unsaved ? setAsks(true) : onClose())}
      closeOnEscape={!isOnlyHere}
      closeOnClickOutside={!isOnlyHere}
      withCloseButton={!isOnlyHere}
    >
      {children}
      <DiscardQuestion
        opened={opened && asks}
        onKeep={() => setAsks(false)}
        onDiscard={() => {
          setAsks(false);
          onClose();
        }}
      />
    </Dialog>
  );
};
