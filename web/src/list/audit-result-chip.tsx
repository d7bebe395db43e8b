import type { AuditResult } from '@dasbor/contract/audit';
import { StatusChip } from '../ui/status-chip.tsx';
import { auditMessages } from './audit-messages.ts';

const MEANINGS = { ok: 'done', denied: 'failed', failed: 'attention' } as const;

export const AuditResultChip = ({ result }: { result: AuditResult }) => (
  <StatusChip status={result} meaning={MEANINGS[result]} label={auditMessages().results[result]} />
);
