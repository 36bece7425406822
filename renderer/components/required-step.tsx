import { Box, Button, Center, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AppearanceMenus } from './choice-menu.tsx';
import { Logo } from './logo.tsx';
import { tabTitle } from './route-states.tsx';

interface RequiredStepProps {
  title: string;
  lead: string;
  /** Whose account it is. */
  email: string;
  /** Signs out; undefined while there is something that would be lost. */
  onLeave: (() => void) | undefined;
  children: ReactNode;
}

/** All that people can do who haven't met what their organization requires: meet it, or sign out. */
export const RequiredStep = ({ title, lead, email, onLeave, children }: RequiredStepProps) => {
  const { t } = useTranslation();
  return (
    <Box mih="100dvh" p="md">
      <title>{tabTitle(title)}</title>
      <AppearanceMenus />
      <Center component="main" id="main" tabIndex={-1} mih="calc(100dvh - 100px)">
        <Stack w="100%" maw={440} gap="lg" py="lg">
          <Center>
            <Logo size={36} />
          </Center>
          <Stack gap="lg" className="surface" p={{ base: 'md', xs: 'xl' }}>
            <div>
              <Title order={1}>{title}</Title>
              <Text c="dimmed" size="sm" mt={4}>
                {lead}
              </Text>
            </div>
            {children}
          </Stack>
          {onLeave && (
            <Group justify="center">
              <Text size="sm" c="dimmed" className="break-anywhere">
                {email}
              </Text>
              <Button variant="subtle" size="compact-sm" onClick={onLeave}>
                {t('shell.signOut')}
              </Button>
            </Group>
          )}
        </Stack>
      </Center>
    </Box>
  );
};
