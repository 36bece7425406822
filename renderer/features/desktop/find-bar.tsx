import { ActionIcon, CloseButton, Group, Paper, Text, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textLimits } from '#shared/rules/limits.ts';
import { findRanges } from './find-ranges.ts';

const allName = 'castellan-find';
const currentName = 'castellan-find-current';

const unmark = (): void => {
  CSS.highlights.delete(allName);
  CSS.highlights.delete(currentName);
};

/** Highlights every match, marks the current one differently, and scrolls it into view. */
const mark = (ranges: readonly Range[], index: number): void => {
  unmark();
  const current = ranges[index];
  if (!current) return;
  CSS.highlights.set(allName, new Highlight(...ranges));
  const highlight = new Highlight(current);
  highlight.priority = 1;
  CSS.highlights.set(currentName, highlight);
  current.startContainer.parentElement?.scrollIntoView({ block: 'center' });
};

/** Find in page, which browsers have and the desktop window lacks. */
export const FindBar = ({ onOpen }: { onOpen: (open: () => void) => () => void }) => {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const [found, setFound] = useState({ count: 0, index: 0 });
  const bar = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);

  useEffect(
    () =>
      onOpen(() => {
        setIsOpen(true);
        input.current?.select();
      }),
    [onOpen],
  );
  useEffect(() => unmark, []);

  /** Searches the page again each time: it may have changed since the last step. */
  const find = useCallback((phrase: string, indexOf: (count: number) => number): void => {
    const ranges = findRanges(document.body, phrase, (element) => element === bar.current);
    const index = ranges.length === 0 ? 0 : indexOf(ranges.length);
    mark(ranges, index);
    setFound({ count: ranges.length, index });
  }, []);
  const step = (by: number): void =>
    find(input.current?.value ?? '', (count) => (Math.min(found.index, count - 1) + by + count) % count);
  const close = (): void => {
    unmark();
    setIsOpen(false);
    setFound({ count: 0, index: 0 });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // An input method takes these keys itself: to choose what is typed, or to drop it.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  if (!isOpen) return null;
  return (
    <Paper ref={bar} className="find-bar" role="search" shadow="md" withBorder p={4} onKeyDown={onKeyDown}>
      <Group gap={4} wrap="nowrap">
        <TextInput
          ref={input}
          size="xs"
          w={200}
          autoFocus
          aria-label={t('desktop.find.label')}
          placeholder={t('desktop.find.label')}
          maxLength={textLimits.query}
          onChange={(event) => find(event.currentTarget.value, () => 0)}
        />
        <Text size="xs" c="dimmed" miw={56} ta="center" role="status">
          {t('desktop.find.position', { index: found.count === 0 ? 0 : found.index + 1, total: found.count })}
        </Text>
        <ActionIcon variant="subtle" color="gray" aria-label={t('desktop.find.previous')} onClick={() => step(-1)}>
          <IconChevronUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" aria-label={t('desktop.find.next')} onClick={() => step(1)}>
          <IconChevronDown size={16} aria-hidden />
        </ActionIcon>
        <CloseButton size="sm" aria-label={t('common.close')} onClick={close} />
      </Group>
    </Paper>
  );
};
