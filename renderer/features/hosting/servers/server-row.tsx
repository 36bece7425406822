import { ActionIcon, Badge, Box, Group, Menu, Text, ThemeIcon } from '@mantine/core';
import {
  IconCalendarRepeat,
  IconDots,
  IconPencil,
  IconServer2,
  IconShieldCheck,
  IconShieldOff,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../../api/context.tsx';
import { DisabledWithReason } from '../../../components/disabled-with-reason.tsx';
import { DropdownMenu } from '../../../components/dropdown-menu.tsx';
import { ButtonLink } from '../../../components/router-link.tsx';
import { paths } from '../../../paths.ts';
import { useCapabilities, useMoney } from '../use-hosting.ts';
import { BillingCycleDialog } from './billing-cycle-dialog.tsx';
import { EditServerDialog } from './edit-server-dialog.tsx';
import {
  changeDisabledReason,
  isBeforeUpgrade,
  manageDisabledReason,
  type Server,
  serverState,
  serviceLevelLabel,
} from './servers.logic.ts';
import { ServiceLevelDialog } from './service-level-dialog.tsx';
import { sizesText } from './sizes.logic.ts';

/** One server: its name, billing, cost and actions. */
export const ServerRow = ({ me, server }: { me: Me; server: Server }) => {
  const { t, i18n } = useTranslation();
  const { money } = useMoney();
  const { serviceLevels } = useCapabilities();
  const { label, serviceid: serviceId, open_run, main_ip, product_name, billingcycle, sizes } = server;
  const state = serverState(server, t);
  return (
    <Box component="li" className="list-row server-row" aria-label={label}>
      <Group gap="md" wrap="nowrap" align="flex-start" flex="1 1 300px" miw={0}>
        <ThemeIcon variant="light" size={40} color={state.color} aria-hidden>
          <IconServer2 size={22} stroke={1.6} />
        </ThemeIcon>
        <Box miw={0}>
          <Group gap={6}>
            <Text fw={600} size="sm" className="break-anywhere">
              {label}
            </Text>
            <Badge size="sm" color={state.color}>
              {state.text}
            </Badge>
          </Group>
          <Text size="xs" c="dimmed" className="break-anywhere">
            {[product_name, main_ip].filter((part) => part !== null).join(' · ')}
          </Text>
          <Text size="xs">{sizesText(sizes, t, i18n.language)}</Text>
        </Box>
      </Group>
      <Box flex="0 0 auto" w={{ base: '50%', xs: 130 }}>
        <Text size="sm">{billingcycle ? t(`hosting.cycles.${billingcycle}`) : t('hosting.cycles.unknown')}</Text>
        {serviceLevels && (
          <Text size="xs" c="dimmed">
            {serviceLevelLabel(server, t)}
          </Text>
        )}
      </Box>
      <Box flex="0 0 auto" w={{ xs: 110 }}>
        <Text size="sm" fw={600}>
          {money(server.approximate_cost)}
        </Text>
        <Text size="xs" c="dimmed">
          {t(isBeforeUpgrade(server) ? 'hosting.servers.beforeUpgrade' : `hosting.costSources.${server.cost_source}`)}
        </Text>
      </Box>
      <Group gap="xs" wrap="nowrap" justify="flex-end" ml="auto">
        <DisabledWithReason reason={server.is_gone ? t('hosting.refused.gone') : undefined}>
          <ButtonLink
            {...paths.upgrade(serviceId)}
            size="xs"
            variant={open_run ? 'filled' : 'default'}
            aria-label={t(open_run ? 'hosting.servers.continueOf' : 'hosting.servers.upgradeOf', { server: label })}
          >
            {t(open_run ? 'hosting.servers.continue' : 'hosting.servers.upgrade')}
          </ButtonLink>
        </DisabledWithReason>
        <ServerMenu me={me} server={server} />
      </Group>
    </Box>
  );
};

type Opened = 'cycle' | 'managed' | 'unmanaged' | 'edit';

/** Secondary actions for a server. */
const ServerMenu = ({ me, server }: { me: Me; server: Server }) => {
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
