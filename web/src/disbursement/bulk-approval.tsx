import type { ReadDisbursement } from '@dasbor/contract/disbursement-fields';
import { Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useState } from 'react';
import { useInactiveReason } from '../api/merchant-activity.ts';
import { formatRupiah } from '../ui/amount.tsx';
import { ReasonedButton } from '../ui/reasoned-button.tsx';
import classes from './disbursement.module.css';
import { messages } from './messages.ts';
import { type BulkResult, useBulkApproval } from './mutations.ts';

const sum = (rows: readonly ReadDisbursement[]): string =>
  formatRupiah(rows.reduce((total, row) => total + row.total_amount, 0));

interface BulkButtonProps {
  selected: readonly ReadDisbursement[];
  onAsk: (rows: readonly ReadDisbursement[]) => void;
}

/** Asks for the approval of the selected disbursements that wait for the user. */
export function BulkApprovalButton({ selected, onAsk }: BulkButtonProps) {
  const t = messages().approval;
  const inactive = useInactiveReason('payouts');
  const mine = selected.filter(({ may_decide }) => may_decide);
  return (
    <ReasonedButton
      size="compact-sm"
      leftSection={<IconChecks size={15} aria-hidden />}
      reason={mine.length === 0 ? t.nothing : inactive}
      onClick={() => onAsk(mine)}
    >
      {t.bulk(mine.length, sum(mine))}
    </ReasonedButton>
  );
}

/**
 * Approves disbursements and shows which were refused. It stands beside the list, because approved rows leave the list and
 * the selection while the others are still being sent.
 */
export function BulkApprovalModal({ rows, onClose }: { rows: readonly ReadDisbursement[]; onClose: () => void }) {
  const t = messages().approval;
  const [results, setResults] = useState<BulkResult[] | null>(null);
  const approval = useBulkApproval(setResults);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.bulk_title(rows.length)}
      centered
      closeButtonProps={{ 'aria-label': messages().close }}
    >
      {results === null ? (
        <Stack gap="md">
          <Text fz="sm">{t.bulk_line(sum(rows))}</Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {messages().cancel}
            </Button>
            <Button loading={approval.isPending} onClick={() => approval.mutate(rows)} data-autofocus>
              {t.approve}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Results results={results} onClose={onClose} />
      )}
    </Modal>
  );
}

function Results({ results, onClose }: { results: readonly BulkResult[]; onClose: () => void }) {
  const t = messages().approval;
  const refused = results.filter(({ detail }) => detail !== null);
  return (
    <Stack gap="md">
      <Text role="status">{t.bulk_done(results.length - refused.length, results.length)}</Text>
      {refused.length > 0 && (
        <List className={classes.results} fz="sm">
          {refused.map(({ row, detail }) => (
            <List.Item key={row.id}>{t.bulk_failed(row.merchant_reference, detail ?? '')}</List.Item>
          ))}
        </List>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose}>{messages().close}</Button>
      </Group>
    </Stack>
  );
}
