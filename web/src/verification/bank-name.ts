/** Names of banks by their codes. */
import { BANKS } from '@dasbor/contract/bank';

export const bankShortNameOfCode = (code: string): string => BANKS.find((bank) => bank.code === code)?.name ?? code;
