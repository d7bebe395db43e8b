import { REJECT_REASONS, type RejectReason } from '@dasbor/contract/business-profile-fields';
import { REJECT_REASON_LABELS } from '@dasbor/contract/business-profile-labels';
import { rejectMerchantDocument } from '@dasbor/contract/verification';
import { Button, Group, Modal, Radio, Stack, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { call } from '../api/call.ts';
import { currentLanguage } from '../ui/define-messages.ts';
import { messages as uiMessages } from '../ui/messages.ts';
import { messages } from './messages.ts';
import { useDecision } from './use-review.ts';

export interface RejectDocumentModalProps {
  merchant_id: string;
  id: string;
  name: string;
  onDone: () => void;
  onClose: () => void;
}

/** Rejects a document with a reason, which the merchant sees at the document. */
export function RejectDocumentModal({ merchant_id, id, name, onDone, onClose }: RejectDocumentModalProps) {
  const t = messages();
  const [reason, setReason] = useState<RejectReason>('blurry');
  const [note, setNote] = useState('');
  const rejection = useDecision(
    merchant_id,
    () =>
      call(rejectMerchantDocument, {
        params: { merchant_id, id },
        body: { reason, note: note.trim() === '' ? null : note.trim() },
      }),
    {
      done: t.toasts.refused,
      onDone: () => {
        onClose();
        onDone();
      },
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rejection.mutate();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.documents.reject_title(name)}
      centered
      closeButtonProps={{ 'aria-label': uiMessages().close }}
    >
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Radio.Group
            label={t.documents.reason}
            value={reason}
            onChange={(value) => setReason(REJECT_REASONS.find((each) => each === value) ?? 'blurry')}
          >
            <Stack gap="xs" mt="xs">
              {REJECT_REASONS.map((each) => (
                <Radio key={each} value={each} label={REJECT_REASON_LABELS[each][currentLanguage()]} />
              ))}
            </Stack>
          </Radio.Group>
          <Textarea
            label={t.documents.note}
            autosize
            minRows={2}
            maxLength={300}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {uiMessages().cancel}
            </Button>
            <Button type="submit" color="red.8" loading={rejection.isPending}>
              {t.documents.reject}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
