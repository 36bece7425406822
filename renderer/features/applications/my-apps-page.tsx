import { Anchor, SimpleGrid, Text } from '@mantine/core';
import { IconApps } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useTRPC } from '../../api/context.tsx';
import { Page } from '../../components/page.tsx';
import { PersonAvatar } from '../../components/person-avatar.tsx';
import { EmptyState, QueryBoundary } from '../../components/query-boundary.tsx';

/** The applications that someone may sign in to, to open them. */
export const MyAppsPage = () => {
  const { t } = useTranslation();
  const query = useQuery(useTRPC().applications.listMyApplications.queryOptions());
  return (
    <Page title={t('applications.mine.title')}>
      <QueryBoundary state={query} subject={t('applications.mine.what')}>
        {({ applications }) =>
          applications.length === 0 ? (
            <div className="surface">
              <EmptyState icon={<IconApps />} title={t('applications.mine.none.title')}>
                {t('applications.mine.none.text')}
              </EmptyState>
            </div>
          ) : (
            <SimpleGrid
              component="ul"
              cols={{ base: 1, xs: 2, md: 3, lg: 4 }}
              spacing="var(--castellan-gap)"
              verticalSpacing="var(--castellan-gap)"
              p={0}
              m={0}
              style={{ listStyle: 'none' }}
              aria-label={t('applications.mine.list')}
            >
              {applications.map(({ application_id, name, description, home_url }) => (
                <li
                  key={application_id}
                  className="surface app-card"
                  {...(home_url !== null && { 'data-opens': true })}
                >
                  <PersonAvatar name={name} size={40} radius="md" aria-hidden />
                  <div>
                    {home_url === null ? (
                      <Text size="sm" fw={600} className="break-anywhere">
                        {name}
                      </Text>
                    ) : (
                      <Anchor
                        href={home_url}
                        target="_blank"
                        rel="noreferrer"
                        size="sm"
                        fw={600}
                        className="break-anywhere row-link"
                      >
                        {name}
                      </Anchor>
                    )}
                    <Text size="sm" c="dimmed" className="break-anywhere">
                      {description === '' && home_url === null ? t('applications.mine.noAddress') : description}
                    </Text>
                  </div>
                </li>
              ))}
            </SimpleGrid>
          )
        }
      </QueryBoundary>
    </Page>
  );
};
