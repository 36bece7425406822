import { Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { may } from '#shared/rules/permissions.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { usePagedQuery } from '../../components/paged-list.tsx';
import { EmptyState } from '../../components/query-boundary.tsx';
import { paths } from '../../paths.ts';
import { AuditTable } from './audit-table.tsx';

export interface WorkspaceActivityProps {
  me: Me;
  workspaceId: string;
  page: number;
  onPage: (page: number) => void;
}

/** What the audit log says about one workspace and its members, for users who may read the log. */
export const WorkspaceActivity = (props: WorkspaceActivityProps) =>
  may(props.me, 'audit.read') ? <Activity {...props} /> : <Restricted />;

const Activity = ({ me: { tenant_id }, workspaceId, page, onPage }: WorkspaceActivityProps) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const navigate = useNavigate();
  const list = usePagedQuery(
    (slice) => trpc.audit.listAuditEvents.queryOptions({ tenant_id, workspace: workspaceId, ...slice }),
    { page, onPage },
  );
  return (
    <div className="surface">
      <AuditTable
        list={list}
        empty={
          <EmptyState icon={<IconHistory />} title={t('audit.workspace.none.title')}>
            {t('audit.workspace.none.text')}
          </EmptyState>
        }
        onActor={(actor) => void navigate({ ...paths.audit, search: { actor } })}
      />
    </div>
  );
};

const Restricted = () => {
  const { t } = useTranslation();
  return (
    <Text size="sm" c="dimmed">
      {t('audit.workspace.refused')}
    </Text>
  );
};
