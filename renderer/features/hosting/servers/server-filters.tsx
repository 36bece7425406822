import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { serverViews } from '#shared/flows/hosting.ts';
import type { Me } from '../../../api/context.tsx';
import { ListFilters } from '../../../components/list-filters.tsx';
import { SavedViews } from '../../../components/saved-views.tsx';
import { choiceParam, type FleetSearch, present, readFleetSearch } from '../../../search-params.ts';
import { useMoney } from '../use-hosting.ts';
import type { Servers } from './servers.logic.ts';
import type { ChangeServersSearch } from './use-servers-search.ts';

interface ServerFiltersProps {
  me: Me;
  filters: FleetSearch;
  onChange: ChangeServersSearch;
  tags: Servers['tags'];
  plans: Servers['plans'];
}

/** Filters by text, status, plan and tag. The tags say what their servers cost together. */
export const ServerFilters = ({ me, filters, onChange, tags, plans }: ServerFiltersProps) => {
  const { t } = useTranslation();
  const { money } = useMoney();
  const { q, show, plan, tag } = filters;
  // Of a link or a saved view; its servers may be gone.
  const known = tags.some((other) => other.tag === tag) || tag === undefined;
  const shownPlans = plan === undefined || plans.includes(plan) ? plans : [...plans, plan];
  return (
    <ListFilters
      label={t('hosting.servers.filters.search')}
      q={q}
      onSearch={(text) => onChange({ q: text })}
      set={Object.keys(present({ show, plan, tag })).length}
      oneLine
    >
      <NativeSelect
        aria-label={t('hosting.servers.filters.show')}
        value={show ?? ''}
        w={{ base: '100%', xs: 160 }}
        data={[
          { value: '', label: t('hosting.servers.filters.anyStatus') },
          ...serverViews.map((value) => ({ value, label: t(`hosting.servers.views.${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ show: choiceParam(value, serverViews) })}
      />
      <NativeSelect
        aria-label={t('hosting.servers.filters.plan')}
        value={plan ?? ''}
        w={{ base: '100%', xs: 170 }}
        data={[
          { value: '', label: t('hosting.servers.filters.anyPlan') },
          ...shownPlans.map((value) => ({ value, label: value })),
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ plan: value })}
      />
      {(tags.length > 0 || tag !== undefined) && (
        <NativeSelect
          aria-label={t('hosting.servers.filters.tag')}
          value={tag ?? ''}
          w={{ base: '100%', xs: 170 }}
          data={[
            { value: '', label: t('hosting.servers.filters.anyTag') },
            ...(known ? [] : [{ value: tag, label: tag }]),
            ...tags.map(({ tag: value, servers, monthly_cost }) => ({
              value,
              label: t('hosting.servers.filters.tagOf', { tag: value, count: servers, cost: money(monthly_cost) }),
            })),
          ]}
          onChange={({ currentTarget: { value } }) => onChange({ tag: value })}
        />
      )}
      <SavedViews
        storageKey={`castellan-server-views-${me.user_id}`}
        search={filters}
        readFilters={readFleetSearch}
        onOpen={(view) => onChange({ q: '', show: '', plan: '', tag: '', sort: '', order: '', ...view })}
      />
    </ListFilters>
  );
};
