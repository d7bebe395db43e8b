import type { OperationsException } from '@dasbor/contract/operations';

/** Of what shows one exception. */
export interface ExceptionProps {
  row: OperationsException;
}

/** Of what acts on an exception of a merchant. */
export type MerchantExceptionProps = ExceptionProps & { merchant_id: string };
