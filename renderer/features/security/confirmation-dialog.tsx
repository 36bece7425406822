import { Anchor, Button, Center, Group, getDefaultZIndex, Loader, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { minute, second } from '#shared/rules/limits.ts';
import { usePasskeysHere } from '../../api/passkeys.ts';
import type { ConfirmationDemand } from '../../api/problem.ts';
import { Dialog } from '../../components/dialog.tsx';
import { type WayToConfirm, waysToConfirm } from './confirmation.logic.ts';
import { ConfirmByPasskey, ConfirmByText } from './confirmation-ways.tsx';

export interface ConfirmationDialogProps {
  id: string;
  /** What the service accepts; undefined while no call waits. */
  demand: ConfirmationDemand | undefined;
  onConfirmed: () => void;
  onCancel: () => void;
}

/** Asks users to confirm that it's them, in the strongest way that works here first. */
export const ConfirmationDialog = ({ id, demand, onConfirmed, onCancel }: ConfirmationDialogProps) => {
  const { t } = useTranslation();
  // What was asked last stays on the screen while the dialog fades out.
  const shown = useRef(demand);
  shown.current = demand ?? shown.current;
  return (
    <Dialog
      id={id}
      opened={demand !== undefined}
      onClose={onCancel}
      title={<Text fw={600}>{t('confirmation.title')}</Text>}
      zIndex={getDefaultZIndex('popover')}
      // The host does it, because other dialogs may be open below.
      returnFocus={false}
    >
      {shown.current && <Confirmation demand={shown.current} onConfirmed={onConfirmed} onCancel={onCancel} />}
    </Dialog>
  );
};

interface ConfirmationProps extends Pick<ConfirmationDialogProps, 'onConfirmed' | 'onCancel'> {
  demand: ConfirmationDemand;
}

const Confirmation = ({ demand: { methods, maxAge }, onConfirmed, onCancel }: ConfirmationProps) => {
  const { t } = useTranslation();
  const here = usePasskeysHere();
  const [chosen, setChosen] = useState<WayToConfirm>();
  if (here === undefined && methods.includes('passkey')) {
    return (
      <Center p="lg" role="status" aria-label={t('components.loading')}>
        <Loader size="sm" />
      </Center>
    );
  }
  const ways = waysToConfirm(methods, here === true);
  const way = chosen ?? ways[0];
  if (way === undefined) return <Nowhere onClose={onCancel} />;
  const other = ways.find((candidate) => candidate !== way);
  const shared = {
    onConfirmed,
    onCancel,
    beside: other && (
      <Anchor component="button" type="button" size="sm" onClick={() => setChosen(other)}>
        {t(`confirmation.use.${other}`)}
      </Anchor>
    ),
  };
  return (
    <Stack>
      <Text size="sm">{t('confirmation.lead', { count: (maxAge * second) / minute })}</Text>
      {way === 'passkey' ? (
        <ConfirmByPasskey {...shared} />
      ) : (
        <ConfirmByText key={way} field={way} methods={methods} {...shared} />
      )}
    </Stack>
  );
};

/** What the account has doesn't work in this window. */
const Nowhere = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  return (
    <Stack>
      <Text size="sm">{t('confirmation.nowhere')}</Text>
      <Group className="dialog-buttons">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('common.close')}
        </Button>
      </Group>
    </Stack>
  );
};
