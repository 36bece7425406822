import { ActionIcon, Button, Group, NativeSelect, Select, Text, TextInput, Tooltip } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { auditActionNames } from '#shared/texts/audit.ts';
import { auditGroups, auditOutcomes } from '#shared/texts/audit-spec.ts';
import type { Me } from '../../api/context.tsx';
import { ListFilters } from '../../components/list-filters.tsx';
import { SavedViews } from '../../components/saved-views.tsx';
import { type AuditSearch, auditRanges, choiceParam, readAuditFilters } from '../../search-params.ts';
import { ActorSelect } from './actor-select.tsx';
import { actionChoices } from './audit.logic.ts';

interface AuditFiltersProps {
  me: Me;
  search: AuditSearch;
  onChange: (change: { [Key in keyof AuditSearch]?: unknown }) => void;
}

/** What clears all filters. */
export const noFilters = {
  q: undefined,
  actor: undefined,
  group: undefined,
  action: undefined,
  outcome: undefined,
  range: undefined,
  from: undefined,
  to: undefined,
};

/** Filters by actor, kind of action, outcome, time and text. Each is part of the URL, so a filtered log can be shared. */
export const AuditFilters = ({ me, search, onChange }: AuditFiltersProps) => {
  const { t, i18n } = useTranslation();
  const { q, actor, group, action, outcome, range, from, to } = search;
  const [choosesDays, setChoosesDays] = useState(false);
  const isCustom = range === undefined && (choosesDays || from !== undefined || to !== undefined);
  const set = [actor, group, action, outcome, range, from, to].filter((value) => value !== undefined).length;
  const clear = () => {
    setChoosesDays(false);
    onChange(noFilters);
  };
  return (
    <ListFilters label={t('audit.filters.search')} q={q} onSearch={(text) => onChange({ q: text })} set={set} oneLine>
      <Select
        aria-label={t('audit.filters.action')}
        placeholder={t('audit.filters.everyAction')}
        // Says what is set, as the values of the other filters do.
        styles={{ input: { '--input-placeholder-color': 'var(--mantine-color-text)' } }}
        w={{ base: '100%', xs: 146 }}
        comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('audit.filters.clearAction') }}
        nothingFoundMessage={t('audit.filters.noAction')}
        value={action ?? group ?? null}
        data={actionChoices(t, i18n.language)}
        onChange={(value) =>
          onChange({ group: choiceParam(value, auditGroups), action: choiceParam(value, auditActionNames) })
        }
      />
      <ActorSelect me={me} actor={actor} onChange={(value) => onChange({ actor: value })} />
      <NativeSelect
        aria-label={t('audit.filters.outcome')}
        value={outcome ?? ''}
        data={[
          { value: '', label: t('audit.filters.everyOutcome') },
          ...auditOutcomes.map((value) => ({ value, label: t(`audit.outcomes.${value}`) })),
        ]}
        w={{ base: '100%', xs: 150 }}
        onChange={(event) => onChange({ outcome: choiceParam(event.currentTarget.value, auditOutcomes) })}
      />
      <NativeSelect
        aria-label={t('audit.filters.range')}
        value={isCustom ? 'custom' : (range ?? '')}
        data={[
          { value: '', label: t('audit.ranges.any') },
          ...auditRanges.map((value) => ({ value, label: t(`audit.ranges.${value}`) })),
          { value: 'custom', label: t('audit.ranges.custom') },
        ]}
        w={{ base: '100%', xs: 138 }}
        onChange={({ currentTarget: { value } }) => {
          setChoosesDays(value === 'custom');
          onChange({ range: choiceParam(value, auditRanges), from: undefined, to: undefined });
        }}
      />
      {isCustom && (
        <Group gap="sm" wrap="nowrap" w={{ base: '100%', xs: 392 }} className="list-range">
          <DayInput label={t('audit.filters.from')} value={from} max={to} onChange={(day) => onChange({ from: day })} />
          <DayInput label={t('audit.filters.to')} value={to} min={from} onChange={(day) => onChange({ to: day })} />
        </Group>
      )}
      <SavedViews
        storageKey={`castellan-audit-views-${me.user_id}`}
        search={search}
        readFilters={readAuditFilters}
        onOpen={(view) => {
          setChoosesDays(false);
          onChange({ ...noFilters, ...view });
        }}
      />
      {(set > 0 || q !== undefined) && (
        <>
          <Button variant="subtle" onClick={clear} hiddenFrom="lg">
            {t('components.filters.clear')}
          </Button>
          <Tooltip label={t('components.filters.clear')}>
            <ActionIcon size="lg" onClick={clear} aria-label={t('components.filters.clear')} visibleFrom="lg">
              <IconFilterOff size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </>
      )}
    </ListFilters>
  );
};

interface DayInputProps {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string) => void;
}

/** While someone types a year, its first digits are a year, too. */
const isWholeYear = (day: string): boolean => day >= '1000';

const DayInput = ({ label, value, min, max, onChange }: DayInputProps) => {
  // What stands in the field while it is edited: the address has it later, and not at all while it isn't a day.
  const [typed, setTyped] = useState<string>();
  return (
    <TextInput
      type="date"
      aria-label={label}
      leftSection={
        <Text span size="xs" c="dimmed" aria-hidden>
          {label}
        </Text>
      }
      leftSectionWidth={44}
      flex={1}
      value={typed ?? value ?? ''}
      min={min}
      max={max}
      onChange={({ currentTarget: { value: day } }) => {
        setTyped(day);
        if (day === '' || isWholeYear(day)) onChange(day);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
};
