import { PROVIDER_GROUPS } from '@dasbor/contract/access';
import type { Route } from '@dasbor/contract/route';

/** Whether a route is for the staff of the provider. Such routes work across merchants. */
export const isProviderRoute = ({ access }: Route): boolean =>
  typeof access === 'object' && (PROVIDER_GROUPS as readonly string[]).includes(access.group);
