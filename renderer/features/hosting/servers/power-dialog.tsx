import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PowerAction } from '#shared/flows/power.ts';
import { useTRPCClient } from '../../../api/context.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { usePowerChange } from '../use-power-change.ts';
import type { Server } from './servers.logic.ts';

/** What each command may send: asking the system first. */
const waysOf = {
  turnOn: ['on'],
  turnOff: ['shut_down', 'off'],
  restart: ['reboot', 'reset'],
} as const satisfies Record<string, readonly [PowerAction, ...PowerAction[]]>;

interface PowerDialogProps {
  server: Server;
  wanted: keyof typeof waysOf;
  onClose: () => void;
}

/** Turns a server on or off, or restarts it. Says what each way does to what runs on it. */
export const PowerDialog = ({ server: { serviceid, label }, wanted, onClose }: PowerDialogProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const change = usePowerChange();
  const ways: readonly [PowerAction, ...PowerAction[]] = waysOf[wanted];
  const [action, setAction] = useState(ways[0]);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      isReversible={action === 'on'}
      title={t(`hosting.power.dialogs.${wanted}.title`, { server: label })}
      consequences={[t(`hosting.power.dialogs.${wanted}.lead`)]}
      action={t(`hosting.power.dialogs.${wanted}.action`)}
      onConfirm={() => change(() => client.hosting.setPower.mutate({ serviceid, action }))}
    >
      {ways.length > 1 && (
        <Radio.Group label={t('hosting.power.way')} value={action} onChange={(way) => setAction(way as PowerAction)}>
          <Stack gap="sm" mt="xs">
            {ways.map((way) => (
              <Radio
                key={way}
                value={way}
                label={t(`hosting.power.actions.${way}`)}
                description={way !== 'on' && t(`hosting.power.hints.${way}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </ConfirmDialog>
  );
};
