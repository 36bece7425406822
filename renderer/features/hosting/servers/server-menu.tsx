import { ActionIcon, Menu } from '@mantine/core';
import { IconCalendarRepeat, IconDots, IconPencil, IconShieldCheck, IconShieldOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../../api/context.tsx';
import { DisabledWithReason } from '../../../components/disabled-with-reason.tsx';
import { DropdownMenu } from '../../../components/dropdown-menu.tsx';
import { useCapabilities } from '../use-hosting.ts';
import { BillingCycleDialog } from './billing-cycle-dialog.tsx';
import { EditServerDialog } from './edit-server-dialog.tsx';
import { changeDisabledReason, manageDisabledReason, type Server } from './servers.logic.ts';
import { ServiceLevelDialog } from './service-level-dialog.tsx';

type Opened = 'cycle' | 'managed' | 'unmanaged' | 'edit';

/** Secondary actions for a server. */
export const ServerMenu = ({ me, server }: { me: Me; server: Server }) => {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const disabledReason = changeDisabledReason(me.role, server, t);
  const { billingCycles, serviceLevels } = useCapabilities();
  return (
    <>
      <DropdownMenu>
        <Menu.Target>
          <ActionIcon size="lg" aria-label={t('hosting.servers.moreOf', { server: server.label })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {billingCycles && (
            <DisabledWithReason reason={disabledReason}>
              <Menu.Item leftSection={<IconCalendarRepeat size={16} aria-hidden />} onClick={() => setOpened('cycle')}>
                {t('hosting.cycle.action')}
              </Menu.Item>
            </DisabledWithReason>
          )}
          {serviceLevels && server.managed !== true && (
            <DisabledWithReason reason={disabledReason}>
              <Menu.Item leftSection={<IconShieldCheck size={16} aria-hidden />} onClick={() => setOpened('managed')}>
                {t('hosting.level.managed.action')}
              </Menu.Item>
            </DisabledWithReason>
          )}
          {serviceLevels && server.managed !== false && (
            <DisabledWithReason reason={disabledReason}>
              <Menu.Item leftSection={<IconShieldOff size={16} aria-hidden />} onClick={() => setOpened('unmanaged')}>
                {t('hosting.level.unmanaged.action')}
              </Menu.Item>
            </DisabledWithReason>
          )}
          {(billingCycles || serviceLevels) && <Menu.Divider />}
          <DisabledWithReason reason={manageDisabledReason(me.role, t)}>
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setOpened('edit')}>
              {t('hosting.edit.action')}
            </Menu.Item>
          </DisabledWithReason>
        </Menu.Dropdown>
      </DropdownMenu>
      {opened === 'cycle' && <BillingCycleDialog server={server} onClose={close} />}
      <ServiceLevelDialog
        server={server}
        wanted={opened === 'unmanaged' ? 'unmanaged' : 'managed'}
        opened={opened === 'managed' || opened === 'unmanaged'}
        onClose={close}
      />
      {opened === 'edit' && <EditServerDialog server={server} onClose={close} />}
    </>
  );
};
