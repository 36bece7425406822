import { textLimits } from '#shared/rules/limits.ts';
import '@mantine/spotlight/styles.css';
import { Group, Text, UnstyledButton } from '@mantine/core';
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../api/problem.ts';
import { useFrontEscape } from '../../components/dialog.tsx';
import { failureText } from '../../components/failure.logic.ts';
import { Keys } from './shortcuts-dialog.tsx';
import { type Item, type PaletteProps, usePalette } from './use-palette.tsx';

interface CommandSearchProps extends PaletteProps {
  onClose: () => void;
}

const resultsId = 'command-search-results';

/** The command palette: find pages, tabs, settings, and everything of the organization by name, and do something with it. */
export const CommandSearch = ({ onClose, ...props }: CommandSearchProps) => {
  const { t } = useTranslation();
  const { opened } = props;
  const onlyInFront = useFrontEscape({ opened });
  const [[store, spotlight]] = useState(createSpotlight);
  const { selected } = useSpotlight(store);
  const { query, setQuery, asked, setAsked, groups, searching, error } = usePalette(props);
  useEffect(() => {
    if (!opened) return spotlight.close();
    // Reset on opening, not on closing: reopening right away would show the last query.
    setQuery('');
    setAsked(undefined);
    spotlight.open();
  }, [opened, spotlight, setQuery, setAsked]);

  const items = groups.flatMap((group) => group.items);
  // The list changes while it is open. Always keep an item selected, or Enter would do nothing.
  const chosen = items[Math.min(Math.max(selected, 0), items.length - 1)]?.id;
  const message = error
    ? t('search.failed', { detail: failureText(failureOf(error), t).detail })
    : searching
      ? t('search.searching')
      : items.length === 0
        ? t('search.none')
        : '';

  return (
    <Spotlight.Root
      {...onlyInFront}
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      clearQueryOnClose={false}
      // The input stays in place while the list below it grows and shrinks.
      centered={false}
      yOffset="min(80px, 8dvh)"
      onSpotlightClose={onClose}
      // The dialog has no title, so name it here.
      attributes={{ content: { 'aria-label': t('search.label') } }}
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
    >
      <Spotlight.Search
        role="combobox"
        aria-label={t('search.label')}
        aria-expanded
        aria-controls={resultsId}
        aria-activedescendant={chosen && optionId(chosen)}
        autoComplete="off"
        spellCheck={false}
        maxLength={textLimits.query}
        placeholder={asked ? t('search.placeholderOf', { task: asked.offer.label }) : t('search.placeholder')}
        onKeyDown={({ key }) => {
          if (key === 'Backspace' && query === '') setAsked(undefined);
        }}
        leftSection={<IconSearch size={20} aria-hidden />}
      />
      <Spotlight.ActionsList id={resultsId} role="listbox" aria-label={t('search.results')}>
        {groups
          .filter((group) => group.items.length > 0)
          .map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, these are options of a list
            <div key={group.label} role="group" aria-label={group.label}>
              <Text size="xs" fw={600} c="dimmed" px="md" pt="sm" pb={4} aria-hidden>
                {group.label}
              </Text>
              {group.items.map((item) => (
                <Option key={item.id} item={item} chosen={item.id === chosen} onClose={spotlight.close} />
              ))}
            </div>
          ))}
      </Spotlight.ActionsList>
      <Group justify="space-between" px="md" py={8} className="command-foot">
        <Text size="xs" c="dimmed" role="status">
          {message}
        </Text>
        <Text size="xs" c="dimmed" visibleFrom="xs">
          {t('search.hint')}
        </Text>
      </Group>
    </Spotlight.Root>
  );
};

const optionId = (id: string): string => `command-${id}`;

/** The search input's arrow keys and Enter look for `data-action` and `data-selected`. */
const Option = ({ item, chosen, onClose }: { item: Item; chosen: boolean; onClose: () => void }) => (
  <UnstyledButton
    id={optionId(item.id)}
    role="option"
    aria-selected={chosen}
    aria-disabled={item.isRefused || undefined}
    data-action
    data-selected={chosen || undefined}
    tabIndex={-1}
    className="command"
    // Keep the cursor in the search input.
    onMouseDown={(event) => event.preventDefault()}
    onClick={() => {
      if (item.isRefused) return;
      if (!item.keepsOpen) onClose();
      item.run();
    }}
  >
    {item.icon}
    <span className="command-text">
      <span>{item.label}</span>
      {item.description && (
        <Text span size="xs" c="dimmed">
          {item.description}
        </Text>
      )}
    </span>
    {item.keys && (
      <span aria-hidden className="by-keyboard">
        <Keys keys={item.keys} />
      </span>
    )}
  </UnstyledButton>
);
