import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

interface StepPanelProps {
  title: string;
  lead?: ReactNode;
  /** What comes next, at the lower end. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** One step of the wizard. Taken by a button that vanishes with its step, the keyboard goes on at the new one's title. */
export const StepPanel = ({ title, lead, actions, children }: StepPanelProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Nobody is torn away from where they are: the focus is set only where it was lost.
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
