import type { AuditResult } from '@dasbor/contract/audit';
import { StatusChip } from '../ui/status-chip.tsx';
import { messages } from './messages.ts';

const MEANINGS = { ok: 'done', denied: 'failed', failed: 'attention' } as const;

export const ResultChip = ({ result }: { result: AuditResult }) => (
  <StatusChip status={result} meaning={MEANINGS[result]} label={messages().results[result]} />
);
