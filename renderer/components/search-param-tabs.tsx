import { Tabs, Text } from '@mantine/core';
import { type NavigateOptions, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

interface SearchParamTabsProps<Name extends string> {
  /** The open tab, from the URL. */
  open: Name;
  /** `count`: how many the tab lists, as far as that is known. */
  tabs: readonly { name: Name; label: string; count?: number | undefined; panel: ReactNode }[];
  /** The link to a tab. The default tab is the page without a search parameter. */
  linkTo: (name: Name) => NavigateOptions;
}

/** Tabs whose open one is a search parameter, so that it can be linked, bookmarked and reloaded. */
export const SearchParamTabs = <Name extends string>(props: SearchParamTabsProps<Name>) => {
  const { open, tabs, linkTo } = props;
  const navigate = useNavigate();
  const rowRef = useRef<HTMLDivElement>(null);
  // On a phone, the open tab may lie outside the row. Only the row scrolls, never the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: which tab has the attribute depends on `open`
  useEffect(() => {
    const row = rowRef.current;
    if (!row) return;
    const showOpenTab = () => {
      const tab = row.querySelector<HTMLElement>('[data-active]');
      if (tab) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.clientWidth) / 2;
    };
    const observer = new ResizeObserver(showOpenTab);
    observer.observe(row);
    return () => observer.disconnect();
  }, [open]);
  return (
    <Tabs
      value={open}
      keepMounted={false}
      onChange={(value) => {
        const chosen = tabs.find(({ name }) => name === value);
        if (chosen) void navigate(linkTo(chosen.name));
      }}
    >
      <Tabs.List ref={rowRef} className="tabs">
        {tabs.map(({ name, label, count }) => (
          <Tabs.Tab key={name} value={name} rightSection={count !== undefined && <TabCount count={count} />}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ name, panel }) => (
        <Tabs.Panel key={name} value={name}>
          {panel}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
};

const TabCount = ({ count }: { count: number }) => {
  const { i18n } = useTranslation();
  return (
    <Text span size="xs" c="dimmed" visibleFrom="xs">
      {new Intl.NumberFormat(i18n.language).format(count)}
    </Text>
  );
};
