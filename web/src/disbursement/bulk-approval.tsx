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

/** Approves the selected disbursements that wait for the user, and shows which were refused. */
export function BulkApproval({ selected, onDone }: { selected: readonly ReadDisbursement[]; onDone: () => void }) {
  const t = messages().approval;
  const [asked, setAsked] = useState<readonly ReadDisbursement[] | null>(null);
  const [results, setResults] = useState<BulkResult[] | null>(null);
  const approval = useBulkApproval(setResults);
  const inactive = useInactiveReason('payouts');
  const mine = selected.filter(({ may_decide }) => may_decide);
  const close = () => {
    setAsked(null);
    if (results !== null) onDone();
    setResults(null);
  };
  return (
    <>
      <ReasonedButton
        size="compact-sm"
        leftSection={<IconChecks size={15} aria-hidden />}
        reason={mine.length === 0 ? t.nothing : inactive}
        onClick={() => setAsked(mine)}
      >
        {t.bulk(mine.length, sum(mine))}
      </ReasonedButton>
      <Modal
        opened={asked !== null}
        onClose={close}
        title={t.bulk_title(asked?.length ?? 0)}
        centered
        closeButtonProps={{ 'aria-label': messages().close }}
      >
        {asked !== null && results === null && (
          <Stack gap="md">
            <Text fz="sm">{t.bulk_line(sum(asked))}</Text>
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={close}>
                {messages().cancel}
              </Button>
              <Button loading={approval.isPending} onClick={() => approval.mutate(asked)} data-autofocus>
                {t.approve}
              </Button>
            </Group>
          </Stack>
        )}
        {results !== null && <Results results={results} onClose={close} />}
      </Modal>
    </>
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
