import type { ProfileChange } from '@dasbor/contract/business-profile';
import type { ProfileField } from '@dasbor/contract/business-profile-fields';
import { FIELD_LABELS } from '@dasbor/contract/business-profile-labels';
import { type VerificationReview, approveProfileChange, rejectProfileChange } from '@dasbor/contract/verification';
import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { currentLanguage } from '../ui/define-messages.ts';
import { Panel } from '../ui/panel.tsx';
import { HorizontalScroll } from '../ui/horizontal-scroll.tsx';
import { formatDetail } from './format-detail.ts';
import { messages } from './messages.ts';
import { ReasonModal } from './reason-modal.tsx';
import { useDecision } from './use-review.ts';

/** A change that the merchant requested after its approval, next to the values in force. */
export function ChangeReview({ review, change }: { review: VerificationReview; change: ProfileChange }) {
  const t = messages();
  const { merchant_id } = review;
  const may_approve = useHasAccess('Verification', 'approve');
  const [is_asked, setAsked] = useState(false);
  const params = { merchant_id, id: change.id };
  const approval = useDecision(merchant_id, () => call(approveProfileChange, { params }), {
    done: t.toasts.change_approved,
  });
  const rejection = useDecision(
    merchant_id,
    (reason: string) => call(rejectProfileChange, { params, body: { reason } }),
    { done: t.toasts.change_rejected, onDone: () => setAsked(false) },
  );
  return (
    <Panel title={t.change.title}>
      <Stack gap="sm">
        <Text c="dimmed">{t.change.by(change.requested_by)}</Text>
        <HorizontalScroll label={t.change.table}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t.change.field}</Table.Th>
                <Table.Th>{t.change.current}</Table.Th>
                <Table.Th>{t.change.requested}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {(Object.keys(change.after) as ProfileField[]).map((field) => (
                <Table.Tr key={field}>
                  <Table.Th scope="row">{FIELD_LABELS[field][currentLanguage()]}</Table.Th>
                  <Table.Td>{formatDetail(field, review.fields[field]) ?? t.details.empty}</Table.Td>
                  <Table.Td>{formatDetail(field, change.after[field]) ?? t.details.empty}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </HorizontalScroll>
        {may_approve && (
          <Group>
            <Button loading={approval.isPending} onClick={() => approval.mutate()}>
              {t.change.approve}
            </Button>
            <Button variant="default" onClick={() => setAsked(true)}>
              {t.change.reject}
            </Button>
          </Group>
        )}
      </Stack>
      {is_asked && (
        <ReasonModal
          title={t.reason.reject_change}
          text={t.reason.reject_change_text}
          confirm={t.change.reject}
          is_busy={rejection.isPending}
          onConfirm={(reason) => rejection.mutate(reason)}
          onClose={() => setAsked(false)}
        />
      )}
    </Panel>
  );
}
