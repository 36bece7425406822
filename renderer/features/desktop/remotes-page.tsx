import { Button, Group, Menu, Stack, Text, Title } from '@mantine/core';
import { IconDeviceDesktop } from '@tabler/icons-react';
import { useLoaderData, useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedRemote, RemoteServer } from '#shared/contract/desktop-bridge.ts';
import { localBridge } from '../../api/desktop.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';

import { DeleteItem, MoreMenu } from '../../components/more-menu.tsx';
import { notifyFailure } from '../../components/notify.tsx';
import { tabTitle } from '../../components/route-states.tsx';
import { ButtonLink } from '../../components/router-link.tsx';
import { RowList } from '../../components/row-list.tsx';
import type { Translate } from '../../languages/translate.ts';
import { paths } from '../../paths.ts';
import { AddRemoteForm } from './add-remote-form.tsx';
import { EditRemoteDialog } from './edit-remote-dialog.tsx';
import { RemoteTile } from './remote-tile.tsx';

/** The Castellans that the desktop app connects to. Needs no session: it also leads to other servers. */
export const RemotesPage = () => {
  const { t } = useTranslation();
  const router = useRouter();
  const remotes = useLoaderData({ from: '/auth/servers' }) ?? [];
  const [edited, setEdited] = useState<RemoteServer>();
  const [removed, setRemoved] = useState<RemoteServer>();
  const reload = () => router.invalidate();
  const tellFailure = (error: unknown) => notifyFailure(t('desktop.servers.failed'), error);
  const open = (id: string) => localBridge()?.openRemote(id).catch(tellFailure);
  const distrust = (id: string) => localBridge()?.distrustRemote(id).then(reload, tellFailure);
  const forget = (id: string) => localBridge()?.forgetPasswords(id).then(reload, tellFailure);
  const shift = (id: string, by: -1 | 1) => localBridge()?.shiftRemote({ id, by }).then(reload, tellFailure);
  return (
    <Stack className="surface" gap="lg" p={{ base: 'md', xs: 'xl' }}>
      <title>{tabTitle(t('desktop.servers.title'))}</title>
      <div>
        <Title order={1}>{t('desktop.servers.title')}</Title>
        <Text c="dimmed" size="sm" mt={4}>
          {t('desktop.servers.lead')}
        </Text>
      </div>
      <RowList label={t('desktop.servers.list')}>
        <ServerRow
          icon={<IconDeviceDesktop size={24} stroke={1.5} aria-hidden />}
          name={t('desktop.servers.thisComputer')}
        >
          <ButtonLink {...paths.dashboard} size="xs" variant="default">
            {t('desktop.servers.open')}
          </ButtonLink>
        </ServerRow>
        {remotes.map((remote, index) => (
          <ServerRow
            key={remote.id}
            icon={<RemoteTile name={remote.name} color={remote.color} />}
            name={remote.name}
            address={remote.address}
            note={notesOf(remote, t)}
          >
            <Button
              size="xs"
              variant="default"
              aria-label={t('desktop.servers.openNamed', { name: remote.name })}
              onClick={() => void open(remote.id)}
            >
              {t('desktop.servers.open')}
            </Button>
            <MoreMenu name={remote.name}>
              <Menu.Item onClick={() => setEdited(remote)}>{t('desktop.servers.edit')}</Menu.Item>
              <Menu.Item disabled={index === 0} onClick={() => void shift(remote.id, -1)}>
                {t('desktop.servers.moveUp')}
              </Menu.Item>
              <Menu.Item disabled={index === remotes.length - 1} onClick={() => void shift(remote.id, 1)}>
                {t('desktop.servers.moveDown')}
              </Menu.Item>
              {remote.certificate?.isFixed === false && (
                <Menu.Item onClick={() => void distrust(remote.id)}>{t('desktop.servers.distrust')}</Menu.Item>
              )}
              {remote.keepsPasswords && (
                <Menu.Item onClick={() => void forget(remote.id)}>{t('desktop.servers.forgetPasswords')}</Menu.Item>
              )}
              {!remote.isPreset && (
                <DeleteItem onClick={() => setRemoved(remote)}>{t('desktop.servers.remove')}</DeleteItem>
              )}
            </MoreMenu>
          </ServerRow>
        ))}
      </RowList>
      <AddRemoteForm onAdded={reload} />
      {edited && <EditRemoteDialog remote={edited} onClose={() => setEdited(undefined)} onEdited={reload} />}
      {removed && (
        <ConfirmDialog
          opened
          isReversible
          onClose={() => setRemoved(undefined)}
          title={t('desktop.servers.removeDialog.title', { name: removed.name })}
          consequences={[t('desktop.servers.removeDialog.text')]}
          action={t('desktop.servers.removeDialog.action')}
          onConfirm={async () => {
            await localBridge()?.removeRemote(removed.id);
            await reload();
          }}
        />
      )}
    </Stack>
  );
};

/** What the person should know of a server, besides its address. */
const notesOf = ({ isPreset, certificate, keepsPasswords }: ListedRemote, t: Translate): string =>
  [
    ...(isPreset ? [t('desktop.servers.preset')] : []),
    ...(certificate === undefined ? [] : [t('desktop.servers.trusted')]),
    ...(keepsPasswords ? [t('desktop.servers.keepsPasswords')] : []),
  ].join(' · ');

interface ServerRowProps {
  icon: ReactNode;
  name: string;
  address?: string;
  note?: string;
  children: ReactNode;
}

const ServerRow = ({ icon, name, address, note = '', children }: ServerRowProps) => (
  <Group component="li" className="list-row" justify="space-between" wrap="nowrap" py="xs">
    <Group gap="sm" wrap="nowrap" miw={0}>
      {icon}
      <div style={{ minWidth: 0 }}>
        <Text size="sm" fw={600} className="break-anywhere">
          {name}
        </Text>
        {address !== undefined && (
          <Text size="xs" c="dimmed" className="break-anywhere">
            {address}
          </Text>
        )}
        {note !== '' && (
          <Text size="xs" c="dimmed">
            {note}
          </Text>
        )}
      </div>
    </Group>
    <Group gap="xs" wrap="nowrap">
      {children}
    </Group>
  </Group>
);
