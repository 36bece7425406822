import { IconHistory } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe, useTRPC } from '../../api/context.tsx';
import { useNow } from '../../components/clock.ts';
import { Page } from '../../components/page.tsx';
import { usePagedQuery } from '../../components/paged-list.tsx';
import { useDateStyle } from '../../components/preferences.tsx';
import { ClearFilters, EmptyState } from '../../components/query-boundary.tsx';
import { type AuditSearch, readAuditSearch } from '../../search-params.ts';
import { filterOf } from './audit.logic.ts';
import { AuditFilters, noFilters } from './audit-filters.tsx';
import { AuditTable } from './audit-table.tsx';
import { useChainStatus } from './chain-status.tsx';
import { ExportMenu } from './export-menu.tsx';

export const AuditPage = () => {
  const { t } = useTranslation();
  const me = useMe();
  const trpc = useTRPC();
  const chain = useChainStatus(me);
  const { timezone } = useDateStyle();
  const now = useNow();
  const { page = 1, ...search } = useSearch({ from: '/shell/dashboard/audit' });
  const navigate = useNavigate({ from: '/dashboard/audit' });
  const asked = { tenant_id: me.tenant_id, ...filterOf(search, timezone, now) };
  const change = (given: { [Key in keyof AuditSearch]?: unknown }) =>
    void navigate({ search: (previous) => readAuditSearch({ ...previous, page: undefined, ...given }), replace: true });
  // Whoever looks for people or sign-ins wants to see each.
  const signInsTogether = [search.q, search.actor, search.group, search.action].every((set) => set === undefined);
  const list = usePagedQuery((slice) => trpc.audit.listAuditEvents.queryOptions({ ...asked, ...slice }), {
    page,
    onPage: (next) => change({ page: next }),
    // Most of them share a row.
    pageSize: signInsTogether ? 100 : 25,
  });

  return (
    <Page
      title={t('audit.title')}
      actions={
        <>
          {chain.status}
          <ExportMenu asked={asked} />
        </>
      }
    >
      {chain.warning}
      <div className="surface">
        <AuditFilters me={me} search={search} onChange={change} />
        <AuditTable
          list={list}
          empty={
            <EmptyState
              icon={<IconHistory />}
              title={t('audit.noMatch.title')}
              action={<ClearFilters onClear={() => change(noFilters)} />}
            >
              {t('audit.noMatch.text')}
            </EmptyState>
          }
          signInsTogether={signInsTogether}
          onActor={(actor) => change({ actor })}
        />
      </div>
    </Page>
  );
};
