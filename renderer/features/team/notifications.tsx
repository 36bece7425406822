import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';

/** Notifies of a success, and offers undo while visible. */
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

/** Notifies of a partial success, with the reasons for the failures. */
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
