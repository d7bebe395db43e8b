import { listOwnMerchants } from '@dasbor/contract/own-merchant';
import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { buildQuery } from '../../api/query.ts';
import { useSwitchMerchant } from './switch-merchant.ts';

interface OpenInMerchantProps {
  merchant_id: string;
  /** The screen of the object, in that merchant. */
  path: string;
  label: string;
}

/** Opens an object in its merchant, for readers who are users of that merchant too; the session then works there. */
export function OpenInMerchant({ merchant_id, path, label }: OpenInMerchantProps) {
  const own = useQuery({ ...buildQuery(listOwnMerchants), meta: { quiet: true }, staleTime: 300_000 });
  const change = useSwitchMerchant(() => window.location.assign(path));
  if (!own.data?.data.some((merchant) => merchant.merchant_id === merchant_id)) return null;
  return (
    <Button
      variant="default"
      loading={change.isPending}
      leftSection={<IconExternalLink size={16} aria-hidden />}
      onClick={() => change.mutate({ merchant_id, group_id: null })}
    >
      {label}
    </Button>
  );
}
