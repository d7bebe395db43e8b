import {
  discardCommissionRule,
  endCommissionRule,
  submitCommissionRule,
} from '@dasbor/contract/account-group-commission';
import type { CommissionRule } from '@dasbor/contract/account-group-commission-fields';
import { toBusinessDay } from '@dasbor/contract/time';
import { Button, Menu, Stack, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { useNow } from '../ui/clock.ts';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { DateField } from '../ui/date-field.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { RuleSheet } from './form-sheet.tsx';
import { messages } from './messages.ts';
import { useRuleChange } from './mutations.ts';

type Action = 'edit' | 'version' | 'discard' | 'end';

/** Actions of the signed-in person on a version of a rule. */
export function RuleActions({ rule, has_draft }: { rule: CommissionRule; has_draft: boolean }) {
  const t = messages();
  const may_manage = useHasAccess('Commissions', 'manage');
  const [action, setAction] = useState<Action | null>(null);
  const close = () => setAction(null);
  const submit = useRuleChange(() => call(submitCommissionRule, { params: { id: rule.id }, body: {} }), {
    done: t.actions.submitted,
  });
  const { status } = rule;
  const items: readonly (readonly [Action, boolean])[] = [
    ['edit', status === 'draft'],
    ['version', status !== 'draft' && status !== 'pending_approval' && !has_draft],
    ['end', status === 'active'],
    ['discard', status === 'draft'],
  ];
  const offered = may_manage ? items.filter(([, is_offered]) => is_offered) : [];
  return (
    <>
      {offered.length > 0 && (
        <Menu position="bottom-end" width={220}>
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
              {t.actions.menu}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {offered.map(([name]) => (
              <Menu.Item
                key={name}
                onClick={() => setAction(name)}
                {...(name === 'end' || name === 'discard' ? { color: 'red' } : {})}
              >
                {t.actions[name]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {status === 'draft' && (
        <ActionButton
          disabled_reason={may_manage ? undefined : t.denied}
          loading={submit.isPending}
          onClick={() => submit.mutate(undefined)}
        >
          {t.actions.submit}
        </ActionButton>
      )}
      {(action === 'edit' || action === 'version') && <RuleSheet mode={{ kind: action, rule }} onClose={close} />}
      {action === 'discard' && <DiscardModal rule={rule} onClose={close} />}
      {action === 'end' && <EndModal rule={rule} onClose={close} />}
    </>
  );
}

interface ModalProps {
  rule: CommissionRule;
  onClose: () => void;
}

function DiscardModal({ rule, onClose }: ModalProps) {
  const t = messages().actions;
  const navigate = useNavigate();
  const discard = useRuleChange(() => call(discardCommissionRule, { params: { id: rule.id } }), {
    done: t.discarded,
    onDone: () => void navigate({ to: '/account-group-commission' }),
  });
  return (
    <ConfirmModal
      opened
      title={t.discard_title}
      confirm={t.discard}
      is_dangerous
      is_busy={discard.isPending}
      onConfirm={() => discard.mutate(undefined)}
      onClose={onClose}
    >
      {t.discard_line}
    </ConfirmModal>
  );
}

function EndModal({ rule, onClose }: ModalProps) {
  const t = messages().actions;
  const today = toBusinessDay(useNow(60_000));
  const [day, setDay] = useState(today);
  const end = useRuleChange(
    (effective_to: string) => call(endCommissionRule, { params: { id: rule.id }, body: { effective_to } }),
    { done: t.ended, onDone: onClose },
  );
  return (
    <ConfirmModal
      opened
      title={t.end_title}
      confirm={t.end}
      is_dangerous
      is_busy={end.isPending}
      onConfirm={() => (day === '' ? undefined : end.mutate(day))}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text fz="sm">{t.end_line}</Text>
        <DateField
          label={t.end_day}
          required
          min={today}
          value={day}
          onChange={setDay}
          error={day === '' ? messages().form.missing : null}
        />
      </Stack>
    </ConfirmModal>
  );
}
