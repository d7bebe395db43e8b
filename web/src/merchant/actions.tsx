import { closeMerchant, reactivateMerchant, suspendMerchant, setMerchantSwitches } from '@dasbor/contract/merchant';
import type { MerchantDetail } from '@dasbor/contract/merchant-fields';
import { startImpersonation } from '@dasbor/contract/impersonation';
import { holdMerchantSettlements } from '@dasbor/contract/settlement-admin';
import { Button, Checkbox, Menu, Text, Textarea } from '@mantine/core';
import { IconChevronDown, IconPencil } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { fieldLabel } from '../ui/field-label.tsx';
import { FormModal } from '../ui/form-modal.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { messages } from './messages.ts';
import { useMerchantChange } from './mutations.ts';

type Action = 'impersonate' | 'suspend' | 'reactivate' | 'close' | 'switches' | 'hold' | 'release';

interface ActionsProps {
  merchant: MerchantDetail;
  onImpersonated: () => void;
}

/** Actions of the signed-in person on the merchant. */
export function MerchantActions({ merchant, onImpersonated }: ActionsProps) {
  const t = messages();
  const navigate = useNavigate();
  const may_edit = useHasAccess('Merchants', 'manage');
  const may_change_status = useHasAccess('Merchant status', 'manage');
  const may_change_money = useHasAccess('Merchant finance', 'manage');
  const may_impersonate = useHasAccess('Impersonation', 'manage');
  const [action, setAction] = useState<Action | null>(null);
  const { status, verification_status, holds_settlements } = merchant;
  const items: readonly (readonly [Action, boolean])[] = [
    ['impersonate', may_impersonate],
    ['switches', may_change_status && status !== 'closed'],
    ['hold', may_change_money && !holds_settlements],
    ['release', may_change_money && holds_settlements],
    ['suspend', may_change_status && status === 'active'],
    ['reactivate', may_change_status && status === 'suspended' && verification_status !== 'rejected'],
    ['close', may_change_status && (status === 'active' || status === 'suspended')],
  ];
  const offered = items.filter(([, is_offered]) => is_offered);
  return (
    <>
      <ActionButton
        variant="default"
        disabled_reason={may_edit ? undefined : t.denied}
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={() => void navigate({ to: '/edit-merchant/$id', params: { id: merchant.id } })}
      >
        {t.edit}
      </ActionButton>
      {offered.length > 0 && (
        <Menu position="bottom-end" width={230}>
          <Menu.Target>
            <Button rightSection={<IconChevronDown size={14} aria-hidden />}>{t.actions.menu}</Button>
          </Menu.Target>
          <Menu.Dropdown>
            {offered.map(([name]) => (
              <Menu.Item
                key={name}
                onClick={() => setAction(name)}
                {...(name === 'suspend' || name === 'close' ? { color: 'red' } : {})}
              >
                {t.actions[name]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {action === 'switches' && <SwitchesModal merchant={merchant} onClose={() => setAction(null)} />}
      {action !== null && action !== 'switches' && (
        <ReasonModal
          action={action}
          merchant={merchant}
          onClose={() => setAction(null)}
          onImpersonated={onImpersonated}
        />
      )}
    </>
  );
}

type ReasonAction = Exclude<Action, 'switches'>;
const DONE = {
  impersonate: 'impersonated',
  suspend: 'suspended',
  reactivate: 'reactivated',
  close: 'closed',
  hold: 'held',
  release: 'released',
} as const;
const OPTIONAL: readonly ReasonAction[] = ['reactivate', 'release'];

function send(action: ReasonAction, merchant_id: string, reason: string): Promise<unknown> {
  const params = { merchant_id };
  const given = reason === '' ? null : reason;
  if (action === 'impersonate') return call(startImpersonation, { params, body: { reason } });
  if (action === 'suspend') return call(suspendMerchant, { params, body: { reason } });
  if (action === 'close') return call(closeMerchant, { params, body: { reason } });
  if (action === 'reactivate') return call(reactivateMerchant, { params, body: given === null ? {} : { reason } });
  const is_held = action === 'hold';
  return call(holdMerchantSettlements, { params, body: { is_held, reason: is_held ? reason : given } });
}

interface ModalProps {
  merchant: MerchantDetail;
  onClose: () => void;
}

type ReasonModalProps = ModalProps & Pick<ActionsProps, 'onImpersonated'> & { action: ReasonAction };

/** Confirmation with its effect, and the reason. */
function ReasonModal({ action, merchant, onClose, onImpersonated }: ReasonModalProps) {
  const t = messages();
  const [reason, setReason] = useState('');
  const [is_tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const change = useMerchantChange(() => send(action, merchant.id, reason.trim()), {
    done: t.actions[DONE[action]],
    onDone: action === 'impersonate' ? onImpersonated : onClose,
    onRefused: setRefusal,
  });
  const is_required = !OPTIONAL.includes(action);
  const is_missing = is_required && reason.trim() === '';
  const submit = () => {
    setTried(true);
    setRefusal(null);
    if (!is_missing) change.mutate();
  };
  return (
    <FormModal
      title={t.actions[`${action}_title`](merchant.brand_name)}
      submit={t.actions[action]}
      refusal={refusal}
      is_busy={change.isPending}
      is_dangerous={action === 'suspend' || action === 'close'}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text>{t.actions[`${action}_line`]}</Text>
      <Textarea
        data-autofocus
        label={fieldLabel({ label: t.actions.reason, required: is_required })}
        aria-required={is_required}
        maxLength={200}
        autosize
        minRows={2}
        value={reason}
        error={is_tried && is_missing ? t.actions.reason_missing : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormModal>
  );
}

/** Whether the merchant may receive payments and pay out. */
function SwitchesModal({ merchant, onClose }: ModalProps) {
  const t = messages();
  const [payments_enabled, setPayments] = useState(merchant.payments_enabled);
  const [payouts_enabled, setPayouts] = useState(merchant.payouts_enabled);
  const [reason, setReason] = useState('');
  const [is_tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const change = useMerchantChange(
    () =>
      call(setMerchantSwitches, {
        params: { merchant_id: merchant.id },
        body: { payments_enabled, payouts_enabled, reason: reason.trim() },
      }),
    { done: t.actions.switched, onDone: onClose, onRefused: setRefusal },
  );
  const submit = () => {
    setTried(true);
    if (reason.trim() !== '') change.mutate();
  };
  return (
    <FormModal
      title={t.actions.switches_title}
      submit={t.save}
      refusal={refusal}
      is_busy={change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text>{t.actions.switches_line}</Text>
      <Checkbox
        label={t.actions.switches_payments}
        checked={payments_enabled}
        onChange={(event) => setPayments(event.currentTarget.checked)}
      />
      <Checkbox
        label={t.actions.switches_payouts}
        checked={payouts_enabled}
        onChange={(event) => setPayouts(event.currentTarget.checked)}
      />
      <Textarea
        label={fieldLabel({ label: t.actions.reason, required: true })}
        aria-required
        maxLength={200}
        autosize
        minRows={2}
        value={reason}
        error={is_tried && reason.trim() === '' ? t.actions.reason_missing : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormModal>
  );
}
