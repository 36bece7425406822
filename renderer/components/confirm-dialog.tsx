import { Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Failure, failureOf } from '../api/problem.ts';
import { FailureAlert } from './failure-alert.tsx';

interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** What will happen, one consequence each. */
  consequences: readonly string[];
  children?: ReactNode;
  /** Button label; use a verb, never "OK". */
  action: string;
  onConfirm: () => Promise<unknown>;
}

/** Confirms an action that cannot be undone, lists its consequences, and stays open if it fails. */
export const ConfirmDialog = ({
  opened,
  onClose,
  title,
  consequences,
  children,
  action,
  onConfirm,
}: ConfirmDialogProps) => {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<Failure>();
  const [pending, setPending] = useState(false);
  const close = () => {
    setFailure(undefined);
    onClose();
  };
  const confirm = async () => {
    setPending(true);
    setFailure(undefined);
    try {
      await onConfirm();
      close();
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <Modal opened={opened} onClose={close} title={<Text fw={650}>{title}</Text>}>
      <Stack>
        <List size="sm" spacing="xs">
          {consequences.map((consequence) => (
            <List.Item key={consequence}>{consequence}</List.Item>
          ))}
        </List>
        {children}
        {failure && <FailureAlert failure={failure} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            {t('common.cancel')}
          </Button>
          <Button color="red" loading={pending} onClick={() => void confirm()}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};
