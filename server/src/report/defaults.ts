/** Defaults of a report: the settings of the merchant (decision 0101). */
import type { CsvDelimiter, ReportFormat } from '@dasbor/contract/file-settings';
import type { Language } from '@dasbor/contract/language';
import type { MerchantTx } from '../db/tx.ts';
import type { Principal } from '../http/principal.ts';
import { DEFAULT_FILE_SETTINGS, getFileSetting } from '../table-file/file-setting-queries.ts';

export interface ReportDefaults {
  format: ReportFormat;
  delimiter: CsvDelimiter;
  language: Language;
}

/** `language`: that of the request, which counts where the merchant chose none. Programs rely on CSV. */
export async function getReportDefaults(
  tx: MerchantTx,
  { language, principal }: { language: Language; principal?: Pick<Principal, 'type'> },
): Promise<ReportDefaults> {
  const { csv_delimiter: delimiter, report_format, report_language } = await getFileSetting(tx);
  if (principal?.type === 'api_key') return { format: DEFAULT_FILE_SETTINGS.report_format, delimiter, language };
  return { format: report_format, delimiter, language: report_language ?? language };
}
