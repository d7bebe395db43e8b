import type { AuditResult } from '@dasbor/contract/audit';
import { StatusChip } from '../ui/status-chip.tsx';
import { auditMessages } from './audit-messages.ts';

const TONES = { ok: 'done', denied: 'failed', failed: 'attention' } as const;

export const AuditResultChip = ({ result }: { result: AuditResult }) => (
  <StatusChip status={result} tone={TONES[result]} label={auditMessages().results[result]} />
);
