/** Refusals of identifiers that another merchant has. */
import { type Localized, localized } from '@dasbor/contract/language';
import { Problem } from '../http/problem.ts';

export const identifierTaken = (code: string, field: string, detail: Localized): Problem =>
  new Problem(409, code, detail, { errors: [{ field, detail }] });

const NMID_TAKEN = localized('Another merchant has this NMID.', 'NMID ini sudah dipakai merchant lain.');
export const nmidTaken = (): Problem => identifierTaken('nmid_taken', 'nmid', NMID_TAKEN);
