import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { tabTitle } from './route-states.tsx';

/** Maximum page width; notices above the page use it too. */
export const pageWidth = 1440;

interface PageProps {
  title: string;
  /** Beside the title: what someone should know of it at once. */
  beside?: ReactNode;
  /** The open tab, unless it is the first: the browser's history lists them apart. */
  tab?: string | undefined;
  /** One sentence below the title. */
  lead?: ReactNode;
  actions?: ReactNode;
  /** Above the title: the link back to the parent list. */
  back?: ReactNode;
  /** Forms read better narrow; lists use the full width. */
  width?: 'form' | 'list';
  children: ReactNode;
}

/**
 * A page of the console: its title (also in the browser tab) with actions next to it, and content of one width below.
 * On a large screen, all pages start at the same position.
 */
export const Page = ({ title, beside, tab, lead, actions, back, width = 'list', children }: PageProps) => (
  <Box maw={pageWidth} mx="auto">
    <title>{tabTitle(tab === undefined ? title : `${tab} · ${title}`)}</title>
    <Stack gap="var(--castellan-gap)" {...(width === 'form' && { className: 'form-page' })}>
      <Stack gap="xs">
        {back}
        <Group justify="space-between" align="flex-start" gap="sm" className="page-head">
          <div>
            <Group gap="xs" className="page-title">
              <Title order={1} className="break-anywhere">
                {title}
              </Title>
              {beside}
            </Group>
            {lead && (
              <Text c="dimmed" maw={720} className="page-lead break-anywhere">
                {lead}
              </Text>
            )}
          </div>
          {actions && <Group className="page-actions">{actions}</Group>}
        </Group>
      </Stack>
      {children}
    </Stack>
  </Box>
);

interface SectionProps {
  title: string;
  /** The fragment of links to this section. */
  id?: string;
  lead?: ReactNode;
  actions?: ReactNode;
  /** It is a list below a tab of the same name. On a phone, the tab is title enough, and the lead follows the list. */
  isTab?: boolean | 'phone';
  children: ReactNode;
}

/** A titled section of a page on its own surface. */
export const Section = ({ title, id, lead, actions, isTab = false, children }: SectionProps) => {
  const ref = useRef<HTMLElement>(null);
  // The router looks for the fragment when it shows the page, before what the section shows has loaded.
  useEffect(() => {
    if (id !== undefined && window.location.hash === `#${id}`) ref.current?.scrollIntoView();
  }, [id]);
  return (
    <Box component="section" ref={ref} id={id} className="surface section" {...(isTab && { 'data-tab': isTab })}>
      <Group justify="space-between" align="flex-start" gap="sm" className="section-head">
        <div>
          <Title order={2}>{title}</Title>
          {lead && (
            <Text size="sm" c="dimmed" maw={640} className="section-lead break-anywhere">
              {lead}
            </Text>
          )}
        </div>
        {actions}
      </Group>
      <div>{children}</div>
    </Box>
  );
};

interface SectionGroupProps {
  /** Side by side where there is room. */
  inColumns?: boolean;
  children: ReactNode;
}

/** Sections that belong together, on one surface: boxes around each would say that they don't. */
export const SectionGroup = ({ inColumns = false, children }: SectionGroupProps) => (
  <div className="surface section-group" {...(inColumns && { 'data-columns': true })}>
    {children}
  </div>
);
