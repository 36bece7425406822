import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../api/context.tsx';

/** Whose place this is; left out until it is known, for nothing else depends on it. */
export const TenantName = ({ tenantId }: { tenantId: string }) => {
  const { data } = useQuery(
    useTRPC().team.getTenant.queryOptions({ tenant_id: tenantId }, { staleTime: Number.POSITIVE_INFINITY }),
  );
  return (
    <Text size="sm" c="dimmed" truncate visibleFrom="sm" maw={320}>
      {data?.name}
    </Text>
  );
};
