/** The delimiter of CSV files: the merchant's setting for people, always commas for programs. */
import type { CsvDelimiter } from '@dasbor/contract/file-settings';
import type { MerchantTx } from '../db/tx.ts';
import { DEFAULT_FILE_SETTINGS, getFileSetting } from './file-setting-queries.ts';

export const DEFAULT_DELIMITER: CsvDelimiter = DEFAULT_FILE_SETTINGS.csv_delimiter;

/** The merchant's own delimiter. */
export const getMerchantDelimiter = async (tx: MerchantTx): Promise<CsvDelimiter> =>
  (await getFileSetting(tx)).csv_delimiter;

interface FileReader {
  principal: { type: 'user' | 'api_key'; merchant_id: string | null };
  tx: <T>(work: (tx: MerchantTx) => Promise<T>) => Promise<T>;
}

/** The delimiter of a file for this reader. Provider staff have no merchant, and integrations rely on commas. */
export const getDelimiter = async ({ principal, tx }: FileReader): Promise<CsvDelimiter> =>
  principal.type === 'api_key' || principal.merchant_id === null ? DEFAULT_DELIMITER : tx(getMerchantDelimiter);
