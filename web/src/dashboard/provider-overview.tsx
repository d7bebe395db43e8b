import { Button } from '@mantine/core';
import { IconBuildingBank } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { messages } from './messages.ts';

/** Dashboard of provider staff, who do not belong to a merchant. */
export function ProviderOverview() {
  const t = messages().provider;
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={t.title} line={t.line} />
      <EmptyState
        title={t.empty}
        icon={<IconBuildingBank size={22} stroke={1.6} />}
        action={
          <Button variant="default" onClick={() => void navigate({ to: '/profile' })}>
            {t.action}
          </Button>
        }
      >
        {t.empty_line}
      </EmptyState>
    </>
  );
}
