import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { failureOf } from '../api/problem.ts';
import { paths } from '../paths.ts';
import { FailureAlert } from './failure-alert.tsx';

/** A page that could not be loaded: its code, or what it needs to begin with. */
export const RouteFailure = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Center component="main" mih="60vh" p="md">
      <title>Not loaded · Castellan</title>
      <Stack maw={520} w="100%">
        <Title order={1}>This page could not be loaded</Title>
        <FailureAlert failure={failureOf(error)} onRetry={retry} />
      </Stack>
    </Center>
  );
};

export const RouteNotFound = () => {
  const router = useRouter();
  return (
    <Center component="main" mih="60vh" p="md">
      <title>Not found · Castellan</title>
      <Stack maw={520} align="flex-start">
        <Title order={1}>There is nothing at this address</Title>
        <Text c="dimmed">The link may be old, or the address mistyped.</Text>
        <Button onClick={() => void router.navigate(paths.dashboard)}>To the dashboard</Button>
      </Stack>
    </Center>
  );
};
