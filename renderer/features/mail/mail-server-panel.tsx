import { Alert, Stack } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC } from '../../api/context.tsx';
import { Section } from '../../components/page.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import type { MailSettings } from './mail-server.logic.ts';
import { MailServerFacts } from './mail-server-facts.tsx';
import { MailServerForm } from './mail-server-form.tsx';
import { MailServerTest } from './mail-server-test.tsx';

/** The server for all email. Owners of the admin team configure it; others can only view it. */
export const MailServerPanel = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const query = useQuery(trpc.settings.getMailSettings.queryOptions());
  const tenant = useQuery(trpc.team.getTenant.queryOptions({ tenant_id: me.tenant_id }));
  return (
    <QueryBoundary state={query} subject={t('mail.server.what')}>
      {(settings) => (
        <Stack gap="lg" maw={760}>
          <Server settings={settings} sample={tenant.data?.sample === true} />
          {settings.server || settings.changeable ? <MailServerTest me={me} settings={settings} /> : null}
        </Stack>
      )}
    </QueryBoundary>
  );
};

const Server = ({ settings, sample }: { settings: MailSettings; sample: boolean }) => {
  const { t } = useTranslation();
  if (settings.changeable) {
    // Remount the form when the settings change, so that it starts from what was saved.
    return <MailServerForm key={JSON.stringify(settings.server)} settings={settings} />;
  }
  const { server, source } = settings;
  return (
    <Section title={t('mail.server.title')}>
      <Stack>
        <Alert color="gray" icon={<IconInfoCircle aria-hidden />}>
          {t(server ? 'mail.server.outside' : `mail.server.seen.${sample ? 'sample' : source}`)}
        </Alert>
        {server && <MailServerFacts server={server} />}
      </Stack>
    </Section>
  );
};
