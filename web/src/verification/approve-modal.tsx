import { RISK_LEVELS } from '@dasbor/contract/merchant-fields';
import { NMID_PATTERN, QRIS_CRITERIA } from '@dasbor/contract/qris-merchant';
import { type VerificationReview, approveMerchant } from '@dasbor/contract/verification';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { call } from '../api/call.ts';
import { Callout } from '../ui/callout.tsx';
import { messages as uiMessages } from '../ui/messages.ts';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { messages } from './messages.ts';
import { useDecision } from './use-review.ts';

/** Approves the merchant with its category, its national id and its risk level. */
export function ApproveModal({ review, onClose }: { review: VerificationReview; onClose: () => void }) {
  const t = messages();
  const [nmid, setNmid] = useState(review.nmid ?? '');
  const [mcc, setMcc] = useState(review.mcc ?? review.suggested_mcc ?? '');
  const sizes = QRIS_CRITERIA.map((id) => ({ id, name: t.sizes[id] }));
  const risks = RISK_LEVELS.map((id) => ({ id, name: t.risks[id] }));
  const [qris_criteria, setSize] = useState(review.qris_criteria);
  const [risk_level, setRisk] = useState(review.risk_level ?? 'low');
  const [is_tried, setTried] = useState(false);
  const approval = useDecision(
    review.merchant_id,
    () =>
      call(approveMerchant, {
        params: { merchant_id: review.merchant_id },
        body: { ...(nmid === '' ? {} : { nmid }), ...(mcc === '' ? {} : { mcc }), qris_criteria, risk_level },
      }),
    { done: t.toasts.approve, onDone: onClose },
  );
  const errors = {
    nmid: nmid === '' || NMID_PATTERN.test(nmid) ? undefined : t.approve.nmid_invalid,
    mcc: mcc === '' || /^\d{4}$/.test(mcc) ? undefined : t.approve.mcc_invalid,
  };
  const undecided = review.documents.filter(({ status }) => status === 'uploaded').length;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (errors.nmid === undefined && errors.mcc === undefined) approval.mutate();
  };
  const touched = is_tried ? { touched: true } : {};
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.approve.title}
      centered
      closeButtonProps={{ 'aria-label': uiMessages().close }}
    >
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text>{t.approve.text}</Text>
          {undecided > 0 && <Callout kind="warning">{t.approve.undecided(undecided)}</Callout>}
          <TextField
            label={t.approve.nmid}
            description={t.approve.nmid_hint}
            autoComplete="off"
            value={nmid}
            onChange={(text) => setNmid(text.toUpperCase().trim())}
            error={errors.nmid}
            {...touched}
          />
          <TextField
            label={t.approve.mcc}
            inputMode="numeric"
            autoComplete="off"
            value={mcc}
            onChange={(text) => setMcc(text.replaceAll(/\D/g, '').slice(0, 4))}
            error={errors.mcc}
            {...touched}
          />
          <SelectField
            label={t.approve.size}
            options={sizes}
            value={sizes.find(({ id }) => id === qris_criteria) ?? null}
            onChange={(option) => option !== null && setSize(option.id)}
          />
          <SelectField
            label={t.approve.risk}
            options={risks}
            value={risks.find(({ id }) => id === risk_level) ?? null}
            onChange={(option) => option !== null && setRisk(option.id)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {uiMessages().cancel}
            </Button>
            <Button type="submit" loading={approval.isPending}>
              {t.actions.approve}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
