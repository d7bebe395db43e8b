/** What the server writes into index.html for this page; an unreplaced placeholder counts as absent. */
function readMeta(name: string): string | undefined {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.trim();
  return content && !/^__\w+__$/.test(content) ? content : undefined;
}

/** Nonce of this page's styles. */
export const cspNonce = (): string => readMeta('csp-nonce') ?? '';
/** Where errors are reported; absent: nowhere. */
export const sentryDsn = (): string | undefined => readMeta('sentry-dsn');
/** Off in deployments whose law forbids personal data in error reports. */
export const mayReportPersonalData = (): boolean => readMeta('error-reporting-pii') !== 'off';
/** Where users write for help. */
export const supportEmail = (): string => readMeta('support-email') ?? 'support@dasbor.example';
