import { Stack } from '@mantine/core';
import { getSecondFactor } from '@dasbor/contract/second-factor';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toProblem } from '../api/problem.ts';
import { buildQuery, buildQueryKey } from '../api/query.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { Panel } from '../ui/panel.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import { DevicesPanel } from './devices-panel.tsx';
import { messages } from './messages.ts';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { RecoveryCodesModal } from './recovery-codes-modal.tsx';
import { RecoveryPanel } from './recovery-panel.tsx';
import { TotpPanel } from './totp-panel.tsx';

/** Second factors of the signed-in user: authenticator app, passkeys, recovery codes, remembered devices. */
export function SecurityPanels() {
  const t = messages();
  const client = useQueryClient();
  const query = useQuery({ ...buildQuery(getSecondFactor), meta: { quiet: true } });
  const [codes, setCodes] = useState<string[] | null>(null);
  const reload = () => void client.invalidateQueries({ queryKey: buildQueryKey(getSecondFactor) });
  /** After a change: new recovery codes, when there are any, are shown once. */
  const onChanged = (recovery_codes: string[] | null = null) => {
    setCodes(recovery_codes);
    reload();
  };
  if (query.isError) {
    return (
      <Panel title={t.totp.title}>
        <FailedState detail={toProblem(query.error).detail} onRetry={() => void query.refetch()} />
      </Panel>
    );
  }
  if (!query.data) {
    return (
      <Panel title={t.totp.title}>
        <CardSkeleton lines={3} />
      </Panel>
    );
  }
  const { data } = query.data;
  const has_factor = data.totp !== null || data.passkeys.length > 0;
  return (
    <Stack>
      <TotpPanel totp={data.totp} onChanged={onChanged} />
      <PasskeysPanel passkeys={data.passkeys} onChanged={onChanged} />
      {has_factor && <RecoveryPanel left={data.recovery_codes_left} onChanged={onChanged} />}
      {data.devices.length > 0 && <DevicesPanel devices={data.devices} onChanged={reload} />}
      {codes && <RecoveryCodesModal codes={codes} onClose={() => setCodes(null)} />}
    </Stack>
  );
}
