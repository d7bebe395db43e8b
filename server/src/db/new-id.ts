import { ulid } from 'ulid';
import { ID_PREFIXES, type IdNoun } from '@dasbor/contract/id';

/** A fresh id such as `txn_01j…`, ordered by `at`; the same value in database, URL, log and mail. */
export const newId = (noun: IdNoun, at: Date): string => `${ID_PREFIXES[noun]}_${ulid(at.getTime()).toLowerCase()}`;
