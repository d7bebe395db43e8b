import { getDisbursementSetting, saveDisbursementSetting } from '@dasbor/contract/beneficiary';
import { Alert, Switch, Text, Tooltip } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { buildQuery, buildQueryKey } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { showSuccess } from '../ui/toast.ts';
import classes from './disbursement.module.css';
import { messages } from './messages.ts';

/** Allows only saved beneficiaries, after a confirmation. */
export function WhitelistSwitch() {
  const t = messages().beneficiaries;
  const client = useQueryClient();
  const may_approve = useHasAccess('Disbursements', 'approve');
  const setting = useQuery({ ...buildQuery(getDisbursementSetting), meta: { quiet: true } });
  const [asked, setAsked] = useState<boolean | null>(null);
  const save = useMutation({
    mutationFn: (whitelist_only: boolean) => call(saveDisbursementSetting, { body: { whitelist_only } }),
    meta: { quiet: true },
    onSuccess: (_, is_on) => {
      setAsked(null);
      void showSuccess(is_on ? t.only_on : t.only_off);
      return client.invalidateQueries({ queryKey: buildQueryKey(getDisbursementSetting) });
    },
  });
  if (setting.data === undefined) return null;
  const { whitelist_only, cooling_off_hours } = setting.data.data;
  const control = (
    <Switch
      label={t.only}
      description={t.only_line(cooling_off_hours)}
      checked={whitelist_only}
      disabled={!may_approve}
      onChange={(event) => setAsked(event.currentTarget.checked)}
    />
  );
  return (
    <div className={classes.switch}>
      {may_approve ? (
        control
      ) : (
        <Tooltip label={t.only_denied}>
          <div>{control}</div>
        </Tooltip>
      )}
      {asked !== null && (
        <ConfirmModal
          opened
          title={t.only}
          confirm={t.only_confirm}
          is_busy={save.isPending}
          onConfirm={() => save.mutate(asked)}
          onClose={() => setAsked(null)}
        >
          <Text>{asked ? t.only_confirm_on : t.only_confirm_off}</Text>
          {save.isError && (
            <Alert color="red" role="alert" mt="md">
              <Text fz="sm">{toProblem(save.error).detail}</Text>
            </Alert>
          )}
        </ConfirmModal>
      )}
    </div>
  );
}
