import type { MerchantPerson } from '@dasbor/contract/business-profile-fields';
import { viewPersonNik } from '@dasbor/contract/verification';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { showError } from '../ui/toast.ts';
import { messages } from './messages.ts';

/** The NIK, masked until the reviewer asks for it; each view is recorded. */
export function PersonNik({ merchant_id, person }: { merchant_id: string; person: MerchantPerson }) {
  const may_manage = useHasAccess('Verification', 'manage');
  const view = useMutation({
    mutationFn: () => call(viewPersonNik, { params: { merchant_id, id: person.id } }),
    meta: { quiet: true },
    onError: (error) => void showError(toProblem(error).detail),
  });
  if (person.nik_masked === null) return '–';
  if (view.data !== undefined) return <code>{view.data.data.nik}</code>;
  return (
    <>
      <code>{person.nik_masked}</code>
      {may_manage && (
        <Button variant="subtle" size="compact-xs" ml={6} loading={view.isPending} onClick={() => view.mutate()}>
          {messages().details.show_nik}
        </Button>
      )}
    </>
  );
}
