/** Status inquiries about transfers of the generated history. */
import { asMerchant } from '../db/tx.ts';
import { type TransferSubjectId, findLastTransfer } from '../rails/transfer-queries.ts';
import { type TransferDeps, type TransferPorts, checkTransfer } from '../rails/send-transfer.ts';

/** Asks the bank about the last transfer of a subject and applies its answer. */
export async function checkLastTransfer(
  deps: TransferDeps,
  ports: TransferPorts,
  merchant_id: string,
  subject: TransferSubjectId,
): Promise<void> {
  const transfer = await asMerchant(deps.db, merchant_id, (tx) => findLastTransfer(tx, subject));
  if (transfer !== undefined) await checkTransfer(deps, ports, merchant_id, transfer.id);
}
