import { Button, Checkbox, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Failure, failureOf } from '../api/problem.ts';
import { Dialog } from './dialog.tsx';
import { DisabledWithReason } from './disabled-with-reason.tsx';
import { FailureAlert } from './failure-alert.tsx';

interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** What will happen, one consequence each. */
  consequences: readonly string[];
  /** Whether the user can take it back later, so that nothing needs a warning. */
  isReversible?: boolean;
  /** A name to type first, before something that is lost permanently. */
  typed?: { label: string; text: string; reason: string };
  /** What to confirm by a checkbox first, before something that can't be taken back. */
  acknowledged?: { label: string; reason: string };
  /** Why it can't be confirmed yet. */
  reason?: string | undefined;
  children?: ReactNode;
  /** Button label; use a verb, never "OK". */
  action: string;
  onConfirm: () => Promise<unknown>;
}

/** Confirms an action, says what it will do, and stays open if it fails. Asks for more the less can be taken back. */
export const ConfirmDialog = ({
  opened,
  onClose,
  title,
  consequences,
  isReversible = false,
  typed,
  acknowledged,
  reason,
  children,
  action,
  onConfirm,
}: ConfirmDialogProps) => {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<Failure>();
  const [pending, setPending] = useState(false);
  const [given, setGiven] = useState('');
  const [isAcknowledged, setIsAcknowledged] = useState(false);
  const typedReason = typed && given.trim() !== typed.text ? typed.reason : undefined;
  const disabledReason = reason ?? (acknowledged && !isAcknowledged ? acknowledged.reason : typedReason);
  const close = () => {
    setFailure(undefined);
    setGiven('');
    setIsAcknowledged(false);
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
    <Dialog opened={opened} onClose={close} title={<Text fw={600}>{title}</Text>}>
      <Stack>
        {consequences.length === 1 ? (
          <Text size="sm">{consequences[0]}</Text>
        ) : (
          <List size="sm" spacing="xs">
            {consequences.map((consequence) => (
              <List.Item key={consequence}>{consequence}</List.Item>
            ))}
          </List>
        )}
        {children}
        {typed && (
          <TextInput
            label={typed.label}
            value={given}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setGiven(event.currentTarget.value)}
          />
        )}
        {acknowledged && (
          <Checkbox
            label={acknowledged.label}
            checked={isAcknowledged}
            onChange={(event) => setIsAcknowledged(event.currentTarget.checked)}
          />
        )}
        {failure && <FailureAlert failure={failure} />}
        <Group className="dialog-buttons">
          <Button variant="default" onClick={close} data-autofocus>
            {t('common.cancel')}
          </Button>
          <DisabledWithReason reason={disabledReason}>
            <Button {...(!isReversible && { color: 'red' })} loading={pending} onClick={() => void confirm()}>
              {action}
            </Button>
          </DisabledWithReason>
        </Group>
      </Stack>
    </Dialog>
  );
};
