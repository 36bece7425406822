import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../api/context.tsx';

/** The organization's name; left out while unknown, because nothing else depends on it. */
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
