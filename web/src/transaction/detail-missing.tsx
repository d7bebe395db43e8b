import { Button } from '@mantine/core';
import { IconReceiptOff } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { EmptyState } from '../ui/empty-state.tsx';
import { Panel } from '../ui/panel.tsx';
import { getLastSearch } from '../list/use-list-filter.ts';

/** No such payment, or not this merchant's: both look the same. */
export function DetailMissing({ id }: { id: string }) {
  const navigate = useNavigate();
  return (
    <Panel>
      <EmptyState
        title="Payment not found"
        icon={<IconReceiptOff size={22} stroke={1.6} />}
        action={
          <Button
            variant="default"
            onClick={() => void navigate({ to: '/transaction', search: getLastSearch('/transaction') })}
          >
            Back to transactions
          </Button>
        }
      >
        There is no payment with the id <code>{id}</code> among your transactions. Check that the whole id was copied.
      </EmptyState>
    </Panel>
  );
}
