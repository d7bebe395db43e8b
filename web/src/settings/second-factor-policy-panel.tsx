import { getSecondFactorPolicy, setSecondFactorPolicy } from '@dasbor/contract/second-factor';
import { Switch, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { buildQuery, buildQueryKey } from '../api/query.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { Panel } from '../ui/panel.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import { showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';

/** Whether every user of the merchant needs a second factor; saved as soon as it is switched. */
export function SecondFactorPolicyPanel() {
  const t = messages().second_factor;
  const client = useQueryClient();
  const policy = useQuery({ ...buildQuery(getSecondFactorPolicy), meta: { quiet: true } });
  const saving = useMutation({
    mutationFn: (required: boolean) => call(setSecondFactorPolicy, { body: { required } }),
    onSuccess: async (saved, required) => {
      client.setQueryData(buildQueryKey(getSecondFactorPolicy), saved);
      await showSuccess(required ? t.required : t.optional);
    },
  });
  if (policy.isPending) {
    return (
      <Panel title={t.title}>
        <CardSkeleton lines={2} />
      </Panel>
    );
  }
  if (policy.isError) {
    return (
      <Panel title={t.title}>
        <FailedState detail={toProblem(policy.error).detail} onRetry={() => void policy.refetch()} />
      </Panel>
    );
  }
  const { required, users_without } = policy.data.data;
  return (
    <Panel title={t.title}>
      <Switch
        label={t.label}
        description={t.description}
        checked={saving.isPending ? saving.variables : required}
        disabled={saving.isPending}
        onChange={(event) => saving.mutate(event.currentTarget.checked)}
      />
      <Text fz="sm" c="dimmed" mt="sm">
        {t.users_without(users_without)}
      </Text>
    </Panel>
  );
}
