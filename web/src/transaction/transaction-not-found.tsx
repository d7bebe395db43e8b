import { Button } from '@mantine/core';
import { IconReceiptOff } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { EmptyState } from '../ui/empty-state.tsx';
import { Panel } from '../ui/panel.tsx';
import { getLastSearch } from '../list/use-list-filter.ts';
import { messages } from './messages.ts';

/** The payment does not exist, or belongs to another merchant; both look the same. */
export function TransactionNotFound({ id }: { id: string }) {
  const t = messages().missing;
  const navigate = useNavigate();
  return (
    <Panel>
      <EmptyState
        title={t.title}
        icon={<IconReceiptOff size={22} stroke={1.6} />}
        action={
          <Button
            variant="default"
            onClick={() => void navigate({ to: '/transaction', search: getLastSearch('/transaction') })}
          >
            {t.back}
          </Button>
        }
      >
        {t.line(id)}
      </EmptyState>
    </Panel>
  );
}
