/** Settings that the server writes into index.html; an unreplaced placeholder counts as absent. */
function readMeta(name: string): string | undefined {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.trim();
  return content && !/^__\w+__$/.test(content) ? content : undefined;
}

/** Nonce of this page's styles. */
export const getCspNonce = (): string => readMeta('csp-nonce') ?? '';
/** DSN of the error reporting; absent: disabled. */
export const getSentryDsn = (): string | undefined => readMeta('sentry-dsn');
/** False in deployments that must not send personal data in error reports. */
export const canReportPersonalData = (): boolean => readMeta('error-reporting-pii') !== 'off';
/** Email address of the support. */
export const getSupportEmail = (): string => readMeta('support-email') ?? 'support@dasbor.example';
