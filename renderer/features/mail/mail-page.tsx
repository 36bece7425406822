import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../api/me.ts';
import { Page } from '../../components/page.tsx';
import { paths } from '../../paths.ts';
import { MailServerPanel } from './mail-server-panel.tsx';
import { OutboxPanel } from './outbox-panel.tsx';

/** The outbox and the mail server. */
export const MailPage = () => {
  const { t } = useTranslation();
  const me = useMe();
  const { tab = 'outbox' } = useSearch({ from: '/shell/dashboard/mail' });
  const navigate = useNavigate();
  return (
    <Page title={t('mail.title')} lead={t('mail.lead')}>
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => void navigate(next === 'server' ? paths.mailServer : { ...paths.mail, search: {} })}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="outbox">{t('mail.tabs.outbox')}</Tabs.Tab>
          <Tabs.Tab value="server">{t('mail.tabs.server')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="outbox">
          <OutboxPanel me={me} />
        </Tabs.Panel>
        <Tabs.Panel value="server">
          <MailServerPanel me={me} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
};
