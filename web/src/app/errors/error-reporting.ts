/** Error reporting by the Sentry protocol, with personal data (specification section 1); loaded only with a DSN. */
import type { Profile } from '../../api/signed-in.ts';
import { canReportPersonalData, getSentryDsn } from '../page/page-settings.ts';
import { removeSecrets } from './remove-secrets.ts';

type Sentry = typeof import('./sentry-client.ts');
let sentry: Promise<Sentry> | null = null;

async function start(dsn: string): Promise<Sentry> {
  const loaded = await import('./sentry-client.ts');
  const with_personal_data = canReportPersonalData();
  loaded.init({
    dsn,
    dataCollection: { userInfo: with_personal_data, cookies: false, httpBodies: [] },
    // The library's own metadata holds live objects and is not sent.
    beforeSend: ({ sdkProcessingMetadata, ...event }) => ({ ...removeSecrets(event), sdkProcessingMetadata }),
    beforeBreadcrumb: (breadcrumb) => removeSecrets(breadcrumb),
  });
  return loaded;
}

/** Starts when the page has a DSN; without one nothing is loaded or sent. */
export function startErrorReporting(): void {
  const dsn = getSentryDsn();
  if (dsn) sentry ??= start(dsn).catch(() => null as never);
}

/** Reports an unexpected error. Error responses of the server are expected: do not report them. */
export function reportError(error: unknown): void {
  void sentry?.then((loaded) => loaded?.captureException(error));
}

/** Sets the user of later reports; null when signed out. */
export function setReportUser(profile: Profile | null): void {
  if (!canReportPersonalData()) return;
  void sentry?.then((loaded) => {
    loaded?.setUser(profile ? { id: profile.id, email: profile.email } : null);
    loaded?.setTags({ role: profile?.role, merchant_id: profile?.merchant_id ?? undefined });
  });
}
