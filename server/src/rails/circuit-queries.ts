/** SQL of the circuit breakers that are not closed, of all processes. */
import type { PlatformTx } from '../db/tx.ts';

export interface OpenCircuit {
  partner: string;
  process_id: string;
  state: 'half_open' | 'open';
  changed_at: Date;
  reopens_at: Date | null;
}

export async function storeCircuit(tx: PlatformTx, { partner, process_id, ...change }: OpenCircuit): Promise<void> {
  await tx.sql
    .insertInto('bank_circuit')
    .values({ partner, process_id, ...change, since: change.changed_at })
    .onConflict((conflict) => conflict.columns(['partner', 'process_id']).doUpdateSet(change))
    .execute();
}

export async function deleteCircuit(
  tx: PlatformTx,
  { partner, process_id }: Pick<OpenCircuit, 'partner' | 'process_id'>,
) {
  await tx.sql.deleteFrom('bank_circuit').where('partner', '=', partner).where('process_id', '=', process_id).execute();
}

/** Removes the circuit breakers of a process that ends. */
export async function deleteProcessCircuits(tx: PlatformTx, process_id: string): Promise<void> {
  await tx.sql.deleteFrom('bank_circuit').where('process_id', '=', process_id).execute();
}

/** Removes those of processes that ended without removing them. */
export async function deleteOldCircuits(tx: PlatformTx, changed_before: Date): Promise<void> {
  await tx.sql.deleteFrom('bank_circuit').where('changed_at', '<', changed_before.toISOString()).execute();
}

export const listCircuits = (tx: PlatformTx) =>
  tx.sql
    .selectFrom('bank_circuit')
    .select(['partner', 'process_id', 'state', 'since', 'changed_at', 'reopens_at'])
    .orderBy('since')
    .execute();
