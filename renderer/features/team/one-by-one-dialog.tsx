import { Button, Group, List, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../api/problem.ts';
import { Dialog } from '../../components/dialog.tsx';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { failureText } from '../../components/failure.logic.ts';
import { notifyDone } from '../../components/notify.tsx';
import type { Refused } from './bulk.logic.ts';
import { type Bulk, type BulkOutcome, BulkOutcomeView, BulkProgress, RefusedList, useBulk } from './bulk.tsx';
import { useRefreshTeam } from './use-team.ts';

interface OneByOneDialogProps<Target> {
  title: string;
  /** Those that it can be done to, and why not to the others. */
  targets: readonly Target[];
  nameOf: (target: Target) => string;
  refused: readonly Refused[];
  consequences: readonly string[];
  action: string;
  color?: 'red';
  /** Whether all that it needs is chosen; if not, this says so at the field. */
  isGiven?: () => boolean;
  /** Heading above those that the service refused. */
  notDone: string;
  /** What to say of those that it was done to. */
  done: (targets: readonly Target[]) => string;
  /** A text that it answers says why it couldn't be done. */
  act: (target: Target) => Promise<unknown>;
  opened: boolean;
  onClose: () => void;
  onDone?: ((targets: readonly Target[]) => void) | undefined;
  /** Fields above the buttons. */
  children?: ReactNode;
}

/** Does the same to one or more members or invitations, each by a call of its own, and says to which it couldn't be done and why. */
export const OneByOneDialog = <Target,>(props: OneByOneDialogProps<Target>) => {
  const { title, opened, onClose } = props;
  const bulk = useBulk();
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={<Text fw={600}>{title}</Text>}
      closeOnEscape={!bulk.progress}
      closeOnClickOutside={false}
      withCloseButton={!bulk.progress}
    >
      <Steps {...props} bulk={bulk} />
    </Dialog>
  );
};

interface Tried<Target> {
  target: Target;
  /** Why not. */
  reason?: string;
}

/** The question, the progress and, if some failed, the outcome; remounts with the dialog. */
const Steps = <Target,>(props: OneByOneDialogProps<Target> & { bulk: Bulk }) => {
  const { targets, nameOf, refused, consequences, action, color, isGiven, notDone, onClose, bulk, children } = props;
  const { t } = useTranslation();
  const refreshTeam = useRefreshTeam();
  const [outcome, setOutcome] = useState<BulkOutcome>();
  const tryOne = async (target: Target): Promise<Tried<Target>> => {
    try {
      const refusal = await props.act(target);
      return typeof refusal === 'string' ? { target, reason: refusal } : { target };
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind !== 'service') throw error;
      return { target, reason: failureText(failure, t).detail };
    }
  };
  const start = async () => {
    if (isGiven?.() === false) return;
    const ended = await bulk.run(targets, (some) => Promise.all(some.map(tryOne)), 1);
    if (!ended) return;
    const { results, error, untried } = ended;
    const done = results.filter((tried) => tried.reason === undefined).map(({ target }) => target);
    const failed = results.flatMap(({ target, reason: why }) =>
      why === undefined ? [] : [{ name: nameOf(target), reason: why }],
    );
    if (done.length > 0) notifyDone(props.done(done));
    props.onDone?.(done);
    if (failed.length === 0 && untried === 0) onClose();
    else setOutcome({ refused: failed, untried, error });
    await refreshTeam();
  };
  if (bulk.progress && targets.length > 1) return <BulkProgress progress={bulk.progress} onStop={bulk.stop} />;
  if (outcome) return <BulkOutcomeView title={notDone} outcome={outcome} onClose={onClose} />;
  return (
    <Stack>
      {targets.length > 0 && (
        <List size="sm" spacing="xs">
          {consequences.map((consequence) => (
            <List.Item key={consequence}>{consequence}</List.Item>
          ))}
        </List>
      )}
      {children}
      <RefusedList title={t('team.bulk.leftOut')} refused={refused} />
      <Group className="dialog-buttons">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common.cancel')}
        </Button>
        <DisabledWithReason reason={targets.length === 0 ? t('team.bulk.nobody') : undefined}>
          <Button {...(color && { color })} loading={bulk.progress !== undefined} onClick={() => void start()}>
            {action}
          </Button>
        </DisabledWithReason>
      </Group>
    </Stack>
  );
};
