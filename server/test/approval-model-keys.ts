/** Idempotency keys of the model of approvals. */
let count = 0;
export const nextKey = () => ({ 'idempotency-key': `model-${++count}` });
