import { Box, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { tabTitle } from './tab-title.ts';

/** The widest that a page becomes; notices above it keep to the same. */
export const pageWidth = 1440;

interface PageProps {
  title: string;
  /** One sentence below the title. */
  lead?: ReactNode;
  actions?: ReactNode;
  /** Above the title: the way back to the list that a page belongs to. */
  back?: ReactNode;
  /** Forms read better narrow; lists use the full width. */
  width?: 'form' | 'list';
  children: ReactNode;
}

/**
 * A page of the console: title in the tab too, actions beside it, content of one width below. On a large screen all pages
 * begin at the same place.
 */
export const Page = ({ title, lead, actions, back, width = 'list', children }: PageProps) => (
  <Box maw={pageWidth} mx="auto">
    <title>{tabTitle(title)}</title>
    <Stack gap="lg" maw={width === 'form' ? 760 : '100%'}>
      <Stack gap="xs">
        {back}
        <Group justify="space-between" align="flex-start" gap="sm">
          <div>
            <Title order={1} className="break-anywhere">
              {title}
            </Title>
            {lead && (
              <Text c="dimmed" maw={720} className="break-anywhere">
                {lead}
              </Text>
            )}
          </div>
          {actions && <Group gap="sm">{actions}</Group>}
        </Group>
      </Stack>
      {children}
    </Stack>
  </Box>
);

interface SectionProps {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A titled part of a page on its own surface. */
export const Section = ({ title, lead, actions, children }: SectionProps) => (
  <Box component="section" className="surface" p={{ base: 'md', sm: 'lg' }}>
    <Group justify="space-between" align="flex-start" mb="md" gap="sm">
      <div>
        <Title order={2}>{title}</Title>
        {lead && (
          <Text size="sm" c="dimmed" maw={640} className="break-anywhere">
            {lead}
          </Text>
        )}
      </div>
      {actions}
    </Group>
    {children}
  </Box>
);
