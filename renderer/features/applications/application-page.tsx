import { Anchor, Button, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconExternalLink, IconPlugConnected } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { keepsSecret, signsInItself } from '#shared/rules/applications.ts';
import { type Me, useMe, useTRPC } from '../../api/context.tsx';
import { BarStrip } from '../../components/bar-strip.tsx';
import { CopyField } from '../../components/copy-field.tsx';
import { dayFormat } from '../../components/dates.ts';
import { Facts } from '../../components/facts.tsx';
import { Missing } from '../../components/missing.tsx';
import { DeleteItem, MoreMenu } from '../../components/more-menu.tsx';
import { Page, Section } from '../../components/page.tsx';
import { useDateStyle } from '../../components/preferences.tsx';
import { presentIn, QueryBoundary } from '../../components/query-boundary.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { paths, patterns } from '../../paths.ts';
import { ApplicationSecrets } from './application-secrets.tsx';
import { ApplicationSettings } from './application-settings.tsx';
import { ApplicationSetup } from './application-setup.tsx';
import { ApplicationWho } from './application-who.tsx';
import type { Application } from './applications.logic.ts';
import { DeleteApplicationDialog } from './delete-application-dialog.tsx';
import { LogoutNotices } from './logout-notices.tsx';
import { ProtectedPaths } from './protected-paths.tsx';

/** An application: what it is, who may use it, and how it is set up. */
export const ApplicationPage = () => {
  const { t } = useTranslation();
  const me = useMe();
  const { applicationId } = useParams({ from: `/shell${patterns.application}` });
  const query = useQuery(
    useTRPC().applications.getApplication.queryOptions({ tenant_id: me.tenant_id, application_id: applicationId }),
  );
  const application = presentIn(query);
  return (
    <Page
      width="form"
      title={application?.name ?? t('applications.one')}
      lead={application?.description}
      actions={application && <Actions me={me} application={application} />}
      back={
        <AnchorLink {...paths.applications} size="sm">
          {t('applications.back')}
        </AnchorLink>
      }
    >
      <QueryBoundary
        state={query}
        subject={t('applications.whatOne')}
        loading={<Skeleton h={240} />}
        missing={
          <Missing
            icon={<IconPlugConnected />}
            title={t('applications.missing.title')}
            list={paths.applications}
            back={t('applications.missing.back')}
          />
        }
      >
        {(application) => (
          <>
            <Overview application={application} />
            <ApplicationSetup application={application} />
            <ApplicationWho me={me} application={application} />
            {keepsSecret(application.kind) && <ApplicationSecrets me={me} application={application} />}
            {!signsInItself(application.kind) && <ProtectedPaths me={me} application={application} />}
            <ApplicationSettings me={me} application={application} />
          </>
        )}
      </QueryBoundary>
    </Page>
  );
};

const Actions = ({ me, application }: { me: Me; application: Application }) => {
  const { t } = useTranslation();
  const [deleting, remove] = useDisclosure();
  return (
    <>
      {application.home_url !== null && (
        <Button
          component="a"
          variant="default"
          href={application.home_url}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          {t('applications.open')}
        </Button>
      )}
      <MoreMenu isOfPage name={application.name}>
        <DeleteItem onClick={remove.open}>{t('applications.delete.action')}</DeleteItem>
      </MoreMenu>
      <DeleteApplicationDialog me={me} application={application} opened={deleting} onClose={remove.close} />
    </>
  );
};

const Overview = ({ application }: { application: Application }) => {
  const { t } = useTranslation();
  const { application_id, kind, host, created_at, created_by, sign_ins } = application;
  const total = sign_ins.reduce((sum, day) => sum + day.sign_ins, 0);
  const label = t('applications.overview.signIns', { count: total });
  const format = dayFormat(useDateStyle(), { day: 'numeric', month: 'short' });
  return (
    <Section title={t('applications.overview.title')}>
      <Stack>
        <Facts
          rows={[
            { name: t('applications.fields.kind'), value: t(`applications.kinds.${kind}`) },
            {
              name: t('applications.overview.created'),
              value: (
                <>
                  <Timestamp value={created_at} />
                  {created_by && ` · ${created_by.name}`}
                </>
              ),
            },
            ...(host === null
              ? []
              : [
                  {
                    name: t('applications.fields.host'),
                    value: (
                      <Anchor href={`https://${host}/`} target="_blank" rel="noreferrer" size="sm">
                        {host}
                      </Anchor>
                    ),
                  },
                ]),
          ]}
        />
        <LogoutNotices application={application} />
        {signsInItself(kind) && <CopyField isFact label={t('applications.overview.clientId')} value={application_id} />}
        {total === 0 ? (
          <Text size="sm" c="dimmed">
            {t('applications.overview.none')}
          </Text>
        ) : (
          <div>
            <BarStrip
              label={label}
              bars={sign_ins.map(({ date, sign_ins: count }) => {
                const at = format.format(new Date(`${date}T00:00:00Z`));
                return { at, label: t('applications.overview.day', { day: at, count }), value: count };
              })}
            />
            <Text size="xs" c="dimmed" mt="xs" aria-hidden>
              {label}
            </Text>
          </div>
        )}
      </Stack>
    </Section>
  );
};
