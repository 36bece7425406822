import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../api/context.tsx';
import { Page } from '../../components/page.tsx';
import { SearchParamTabs } from '../../components/search-param-tabs.tsx';
import { paths } from '../../paths.ts';
import { HeldNotice } from './held-notice.tsx';
import { MailServerPanel } from './mail-server-panel.tsx';
import { OutboxPanel } from './outbox-panel.tsx';

/** The outbox and the mail server. */
export const MailPage = () => {
  const { t } = useTranslation();
  const me = useMe();
  const { tab = 'outbox' } = useSearch({ from: '/shell/dashboard/mail' });
  return (
    <Page
      title={t('mail.title')}
      tab={tab === 'server' ? t('mail.tabs.server') : undefined}
      actions={tab === 'outbox' && <HeldNotice me={me} />}
    >
      <SearchParamTabs
        open={tab}
        linkTo={(name) => (name === 'server' ? paths.mailServer : { ...paths.mail, search: {} })}
        tabs={[
          { name: 'outbox', label: t('mail.tabs.outbox'), panel: <OutboxPanel me={me} /> },
          { name: 'server', label: t('mail.tabs.server'), panel: <MailServerPanel me={me} /> },
        ]}
      />
    </Page>
  );
};
