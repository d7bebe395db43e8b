/** Jobs of the audit log: copy its heads and verify its chains. */
import { Gauge } from 'prom-client';
import { asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/job.ts';
import { exportHeads, readExportedHeads } from './heads.ts';
import { findEventHash } from './provider-chain-queries.ts';
import { PROVIDER_CHAIN, verifyProviderChain } from './provider-chain.ts';
import { findEntryHash, listMerchantIds } from './queries.ts';
import { verifyAuditChain } from './verify.ts';

const defects_gauge = new Gauge({
  name: 'dasbor_audit_defects',
  help: 'Defects found by the last verification of the audit log; any value above 0 needs immediate attention',
});

export interface AuditDefect {
  /** `provider`: the chain of the provider's events. null: the files of copied heads. */
  merchant_id: string | null;
  seq: number | null;
  defect: string;
}

/** Verifies every chain, that of the provider included, and that it still contains the heads that were copied. */
export async function verifyAudit(deps: Deps): Promise<AuditDefect[]> {
  const defects: AuditDefect[] = [];
  for (const merchant_id of await asPlatform(deps.db, listMerchantIds)) {
    const state = await asPlatform(deps.db, (tx) => verifyAuditChain(tx, merchant_id));
    if (!state.ok) defects.push({ merchant_id, seq: state.seq, defect: state.defect });
  }
  const provider = await asPlatform(deps.db, verifyProviderChain);
  if (!provider.ok) defects.push({ merchant_id: PROVIDER_CHAIN, seq: provider.seq, defect: provider.defect });
  const { heads, altered } = await readExportedHeads(deps);
  if (altered > 0) defects.push({ merchant_id: null, seq: null, defect: 'head_file_altered' });
  for (const { merchant_id, seq, hash } of heads) {
    const stored = await asPlatform(deps.db, (tx) =>
      merchant_id === PROVIDER_CHAIN ? findEventHash(tx, seq) : findEntryHash(tx, merchant_id, seq),
    );
    if (stored !== hash) defects.push({ merchant_id, seq, defect: 'rewritten' });
  }
  return defects;
}

const exportAuditHeads: Job = {
  name: 'export_audit_heads',
  lane: 'maintenance',
  run: async (deps) => {
    await exportHeads(deps, deps.clock.now());
  },
};

const verifyAuditLog: Job = {
  name: 'verify_audit_log',
  lane: 'maintenance',
  run: async (deps) => {
    const defects = await verifyAudit(deps);
    defects_gauge.set(defects.length);
    for (const defect of defects.slice(0, 100)) deps.log.error(defect, 'audit log defect');
    deps.log.info({ defect_count: defects.length }, 'audit log verified');
  },
};

export const auditJobs: Job[] = [exportAuditHeads, verifyAuditLog];
