import { listApiKeys } from '@dasbor/contract/api-settings';
import { listSnapCredentials } from '@dasbor/contract/snap-credential';
import { useQuery } from '@tanstack/react-query';
import { buildQuery } from '../api/query.ts';
import { OptionChip } from '../list/option-chip.tsx';
import { logMessages } from './log-messages.ts';

/** Chooses the API key or SNAP credential of the requests. */
export function KeyFilter({ value, onChange }: { value: string; onChange: (api_key_id: string) => void }) {
  const t = logMessages();
  const keys = useQuery({ ...buildQuery(listApiKeys), meta: { quiet: true } });
  const credentials = useQuery({ ...buildQuery(listSnapCredentials), meta: { quiet: true } });
  const options = [
    ...(keys.data?.data ?? []).map(({ id, name, last4 }) => ({ id, name: `${name} (…${last4})` })),
    ...(credentials.data?.data ?? []).map(({ id, name, client_key: key }) => ({
      id,
      name: `${name} (…${key.slice(-4)})`,
    })),
  ];
  return (
    <OptionChip
      label={t.columns.key}
      options={options}
      selected={value === '' ? undefined : value}
      onChange={(id = '') => onChange(id)}
    />
  );
}
