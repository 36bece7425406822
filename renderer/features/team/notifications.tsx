import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';

/** Tells that a change was made, and offers to take it back for as long as it is shown. */
export const notifyUndoable = (message: string, undo: string, onUndo: () => void): void => {
  const id = notifications.show({
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm">{message}</Text>
        <Button
          size="compact-sm"
          variant="default"
          miw="fit-content"
          onClick={() => {
            notifications.hide(id);
            onUndo();
          }}
        >
          {undo}
        </Button>
      </Group>
    ),
    icon: <IconCheck size={18} aria-hidden />,
    color: 'verdigris',
    autoClose: 10_000,
    role: 'status',
  });
};

/** Tells that something was done for some only, and why not for the others. */
export const notifyPartly = (title: string, message: string): void => {
  notifications.show({
    title,
    message,
    icon: <IconAlertTriangle size={18} aria-hidden />,
    color: 'yellow',
    autoClose: 10_000,
    role: 'alert',
  });
};
