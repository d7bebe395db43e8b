import { getBranding } from '@dasbor/contract/branding';
import { useQuery } from '@tanstack/react-query';
import { toProblem } from '../api/problem.ts';
import { buildQuery } from '../api/query.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { Panel } from '../ui/panel.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import { LogoPanel } from './logo-panel.tsx';
import { messages } from './messages.ts';

/** The logo alone, for the business profile: the one that customers see. */
export function LogoSection({ onChange }: { onChange: () => void }) {
  const branding = useQuery({ ...buildQuery(getBranding), meta: { quiet: true } });
  if (branding.isSuccess) return <LogoPanel logo_url={branding.data.data.logo_url} onChange={onChange} />;
  return (
    <Panel title={messages().logo.title}>
      {branding.isError ? (
        <FailedState detail={toProblem(branding.error).detail} onRetry={() => void branding.refetch()} />
      ) : (
        <CardSkeleton lines={2} />
      )}
    </Panel>
  );
}
