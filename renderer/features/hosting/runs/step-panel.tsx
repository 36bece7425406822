import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

interface StepPanelProps {
  title: string;
  lead?: ReactNode;
  /** Actions at the bottom. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** One step of the wizard. The button that led here disappears with its step, so focus moves to the new title. */
export const StepPanel = ({ title, lead, actions, children }: StepPanelProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Set focus only if it was lost; don't take it from another element.
    if (document.activeElement !== document.body) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Box component="section" className="surface" p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="lg">
        <div>
          <Title order={2} ref={heading} tabIndex={-1} className="step-title">
            {title}
          </Title>
          {lead && (
            <Text size="sm" c="dimmed" maw={720} component="div">
              {lead}
            </Text>
          )}
        </div>
        {children}
        {actions && <Group gap="sm">{actions}</Group>}
      </Stack>
    </Box>
  );
};
