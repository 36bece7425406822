import { Button, Group, Text } from '@mantine/core';
import { useInterval, useWindowEvent } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconCheck } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { second } from '#shared/rules/limits.ts';
import { isTextField, isWithMod } from './key-press.ts';

/** How long undo is offered, in seconds in which neither focus nor pointer is at the notice or at what was changed. */
const offeredS = 10;

interface UndoNoticeProps {
  message: string;
  /** What the user changed: undo stays while the keyboard is there. */
  near: Element | null;
  onUndo: () => void;
  onExpire: () => void;
}

const UndoNotice = ({ message, near, onUndo, onExpire }: UndoNoticeProps) => {
  const { t } = useTranslation();
  const notice = useRef<HTMLDivElement>(null);
  const passedS = useRef(0);
  useInterval(
    () => {
      const isHeld =
        notice.current?.matches(':hover') ||
        notice.current?.contains(document.activeElement) ||
        (near?.matches(':focus-visible') ?? false);
      if (!isHeld) passedS.current += 1;
      if (passedS.current >= offeredS) onExpire();
    },
    1 * second,
    { autoInvoke: true },
  );
  useWindowEvent('keydown', (event) => {
    if (!isWithMod(event, 'z') || isTextField(event.target)) return;
    event.preventDefault();
    onUndo();
  });
  return (
    <Group ref={notice} justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm">{message}</Text>
      <Button
        size="compact-sm"
        variant="default"
        miw="fit-content"
        title={t('components.undo.shortcut')}
        aria-keyshortcuts="Control+Z Meta+Z"
        onClick={onUndo}
      >
        {t('components.undo.action')}
      </Button>
    </Group>
  );
};

/** Notifies of a success, and offers undo, by button or Ctrl+Z, while visible. */
export const notifyUndoable = (message: string, onUndo: () => void): void => {
  const hide = () => notifications.hide(id);
  const id: string = notifications.show({
    message: (
      <UndoNotice
        message={message}
        near={document.activeElement}
        onUndo={() => {
          hide();
          onUndo();
        }}
        onExpire={hide}
      />
    ),
    icon: <IconCheck size={18} aria-hidden />,
    color: 'verdigris',
    autoClose: false,
    role: 'status',
  });
};
