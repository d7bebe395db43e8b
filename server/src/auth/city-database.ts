/** The cities of IP addresses, from a database on this machine: no address leaves it. */
import { isIP } from 'node:net';
import type { Language } from '@dasbor/contract/language';
import type { FastifyBaseLogger } from 'fastify';
import { type CityResponse, type Reader, open } from 'maxmind';

export interface CityDatabase {
  /** City and country, such as `Bandung, Indonesia`, or the country alone; null: not known. */
  find: (ip: string | null, language: Language) => Promise<string | null>;
}

interface CitiesOptions {
  /** A database in MaxMind's format, such as GeoLite2 City or DB-IP City Lite; absent: no city is known. */
  file: string | undefined;
  log: Pick<FastifyBaseLogger, 'error' | 'info'>;
}

/** A file that cannot be read keeps nobody from signing in: it is logged, and no city is known. */
export function openCityDatabase({ file, log }: CitiesOptions): CityDatabase {
  const opened = file === undefined ? null : openDatabase(file, log);
  return {
    find: async (ip, language) => {
      const database = await opened;
      if (!database || ip === null || isIP(ip) === 0) return null;
      return formatPlace(database.get(ip), language);
    },
  };
}

async function openDatabase(file: string, log: CitiesOptions['log']): Promise<Reader<CityResponse> | null> {
  try {
    // A newer file, such as the provider's weekly one, is read when it replaces this one.
    const database = await open<CityResponse>(file, { watchForUpdates: true, watchForUpdatesNonPersistent: true });
    log.info({ built_at: database.metadata.buildEpoch }, 'database of cities ready');
    return database;
  } catch (error) {
    log.error({ err: error }, 'database of cities not available');
    return null;
  }
}

function formatPlace(place: CityResponse | null, language: Language): string | null {
  const code = place?.country?.iso_code;
  const country = code === undefined ? undefined : new Intl.DisplayNames(language, { type: 'region' }).of(code);
  // The databases have no Indonesian names of cities; English ones are the same for Indonesia.
  const parts = [place?.city?.names.en, country].filter((part) => part !== undefined);
  return parts.length === 0 ? null : parts.join(', ');
}
