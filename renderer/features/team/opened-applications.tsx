import { List } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { may } from '#shared/rules/permissions.ts';
import type { Me } from '../../api/context.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { paths } from '../../paths.ts';
import type { OpenedApplications as Opened } from './opened-applications.logic.ts';

/** The applications that a group opens, with links for those who may see their pages. */
export const OpenedApplications = ({ me, applications }: { me: Me; applications: Opened }) => {
  const { t } = useTranslation();
  return (
    <List aria-label={t('team.openedApplications.list')}>
      {applications.map(({ application_id, name }) => (
        <List.Item key={application_id}>
          {may(me, 'applications.manage') ? (
            <AnchorLink {...paths.application(application_id)}>{name}</AnchorLink>
          ) : (
            name
          )}
        </List.Item>
      ))}
    </List>
  );
};
