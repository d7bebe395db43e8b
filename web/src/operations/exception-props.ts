import type { OperationsException } from '@dasbor/contract/operations';

/** Of what shows one exception. */
export interface ExceptionProps {
  row: OperationsException;
}
