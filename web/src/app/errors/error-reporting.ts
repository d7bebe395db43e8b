/** Error reporting by the Sentry protocol, with personal data (specification section 1); loaded only with a DSN. */
import type { Profile } from '../../api/signed-in.ts';
import { mayReportPersonalData, sentryDsn } from '../page/page-settings.ts';
import { scrub } from './remove-secrets.ts';

type Sentry = typeof import('./sentry-client.ts');
let sentry: Promise<Sentry> | null = null;

async function start(dsn: string): Promise<Sentry> {
  const loaded = await import('./sentry-client.ts');
  const with_people = mayReportPersonalData();
  loaded.init({
    dsn,
    dataCollection: { userInfo: with_people, cookies: false, httpBodies: [] },
    // Metadata of the library itself holds live objects, and is not sent.
    beforeSend: ({ sdkProcessingMetadata, ...event }) => ({ ...scrub(event), sdkProcessingMetadata }),
    beforeBreadcrumb: (breadcrumb) => scrub(breadcrumb),
  });
  return loaded;
}

/** Begins when the page has a DSN; without one nothing is loaded and nothing is sent. */
export function startErrorReporting(): void {
  const dsn = sentryDsn();
  if (dsn) sentry ??= start(dsn).catch(() => null as never);
}

/** Reports what nobody expected. Refusals of the server are no errors of the program: do not report them. */
export function reportError(error: unknown): void {
  void sentry?.then((loaded) => loaded?.captureException(error));
}

/** Names the user of later reports; null when nobody is signed in. */
export function reportAs(profile: Profile | null): void {
  if (!mayReportPersonalData()) return;
  void sentry?.then((loaded) => {
    loaded?.setUser(profile ? { id: profile.id, email: profile.email } : null);
    loaded?.setTags({ role: profile?.role, merchant_id: profile?.merchant_id ?? undefined });
  });
}
