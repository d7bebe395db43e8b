/** Actions on exceptions that concern no merchant. */
import { probeBank, startLedgerVerification } from '@dasbor/contract/exception-action';
import { retryJob } from '@dasbor/contract/job';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { showError, showSuccess } from '../ui/toast.ts';
import { ActionButton } from './action-button.tsx';
import { AssignCallbackModal } from './assign-callback-modal.tsx';
import type { ExceptionProps } from './exception-props.ts';
import { messages } from './messages.ts';
import { useExceptionAction } from './use-exception-action.ts';

export function RetryJob({ row }: ExceptionProps) {
  const t = messages().exceptions;
  const may_manage = useHasAccess('Operations', 'manage');
  const retry = useExceptionAction(() => call(retryJob, { params: { id: row.object_id } }), t.retried);
  return may_manage ? <ActionButton label={t.retry} mutation={retry} /> : null;
}

export function VerifyLedger() {
  const t = messages().exceptions;
  const may_manage = useHasAccess('Operations', 'manage');
  const verify = useExceptionAction(() => call(startLedgerVerification), t.verification_started);
  return may_manage ? <ActionButton label={t.verify} mutation={verify} /> : null;
}

export function ProbeBank({ row }: ExceptionProps) {
  const t = messages().exceptions;
  const may_manage = useHasAccess('Operations', 'manage');
  const probe = useExceptionAction(async () => {
    const { data } = await call(probeBank, { params: { bank: row.object_id } });
    await (data.is_responsive ? showSuccess(t.bank_responds(data.latency_ms ?? 0)) : showError(t.bank_silent));
  }, null);
  if (!may_manage) return null;
  return (
    <>
      <ActionButton label={t.probe} mutation={probe} />
      <Button
        size="compact-sm"
        variant="default"
        renderRoot={(props) => <Link {...props} to="/dashboard" search={{ tab: 'outages' }} />}
      >
        {t.declare_outage}
      </Button>
    </>
  );
}

export function AssignCallback({ row }: ExceptionProps) {
  const may_manage = useHasAccess('Operations', 'manage');
  const [is_open, setOpen] = useState(false);
  if (!may_manage) return null;
  return (
    <>
      <Button size="compact-sm" onClick={() => setOpen(true)}>
        {messages().exceptions.assign_callback}
      </Button>
      {is_open && <AssignCallbackModal row={row} onClose={() => setOpen(false)} />}
    </>
  );
}
