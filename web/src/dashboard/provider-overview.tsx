import { Button } from '@mantine/core';
import { IconBuildingBank } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';

/** The provider's own staff belong to no merchant, so there are no payments of theirs to show. */
export function ProviderOverview() {
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title="Dashboard" line="You are signed in as staff of the provider." />
      <EmptyState
        title="This home belongs to merchants"
        icon={<IconBuildingBank size={22} stroke={1.6} />}
        action={
          <Button variant="default" onClick={() => void navigate({ to: '/profile' })}>
            Open your profile
          </Button>
        }
      >
        It shows how the payments of one merchant went. Your account works for all merchants and belongs to none, so
        there is nothing to show here.
      </EmptyState>
    </>
  );
}
