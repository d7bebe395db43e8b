import type { AuditResult } from '@dasbor/contract/audit';
import { StatusChip } from '../ui/status-chip.tsx';
import { auditMessages } from './audit-messages.ts';

const TONES = { ok: 'success', denied: 'danger', failed: 'warning' } as const;

export const AuditResultChip = ({ result }: { result: AuditResult }) => (
  <StatusChip status={result} tone={TONES[result]} label={auditMessages().results[result]} />
);
