/**
 * The egress gate: the only way to a host that a merchant named. Every address that the name stands for must be public,
 * and the connection goes to the very address that was checked; the name is never looked up a second time.
 */
import { lookup } from 'node:dns/promises';
import { type Socket, connect as connectTcp, isIP } from 'node:net';
import type { Env } from '../env.ts';
import { isPublicAddress, isPublicName, normaliseHost } from './address.ts';

export type EgressFailure = 'host_not_allowed' | 'dns_error' | 'refused' | 'timeout';

export class EgressError extends Error {
  readonly code: EgressFailure;
  constructor(code: EgressFailure, message: string) {
    super(message);
    this.code = code;
  }
}

interface Endpoint {
  /** Name or address, without port. */
  host: string;
  port: number;
}

export interface Egress {
  /**
   * Finds and vets every address of an endpoint, connecting to none. Throws EgressError `host_not_allowed`, the same
   * for every reason, or `dns_error`.
   */
  check: (endpoint: Endpoint) => Promise<string[]>;
  /** Connects to a vetted address. Throws EgressError. `timeout_ms` covers looking up and connecting. */
  connect: (endpoint: Endpoint & { timeout_ms: number }) => Promise<Socket>;
}

export interface EgressOptions {
  /** Looks a name up; the system's resolver when absent. */
  resolve?: (name: string) => Promise<string[]>;
  /** Endpoints that are let through as they are spelled, beside what the sandbox allows. */
  allow?: Endpoint[];
}

const DNS_TIMEOUT_MS = 4_000;
const SANDBOX_HOSTS = new Set(['localhost', '127.0.0.1']);

/** The gate of this installation. In the sandbox it lets through this machine's own SFTP server, and nothing else. */
export function createEgress(
  env: Pick<Env, 'SANDBOX' | 'SFTP_PORT' | 'SFTP_ALLOWED_PORTS'>,
  options: EgressOptions = {},
): Egress {
  const resolve = options.resolve ?? resolveWithSystem;
  const isAllowlisted = (host: string, port: number): boolean =>
    (env.SANDBOX && port === env.SFTP_PORT && SANDBOX_HOSTS.has(host)) ||
    (options.allow ?? []).some((each) => each.host === host && each.port === port);

  const check = async ({ host, port }: Endpoint): Promise<string[]> => {
    const name = normaliseHost(host);
    if (name === null) throw buildNotAllowedError();
    if (isAllowlisted(name, port)) return [name === 'localhost' ? '127.0.0.1' : name];
    if (!env.SFTP_ALLOWED_PORTS.includes(port)) throw buildNotAllowedError();
    if (isIP(name) !== 0) {
      if (!isPublicAddress(name)) throw buildNotAllowedError();
      return [name];
    }
    if (!isPublicName(name)) throw buildNotAllowedError();
    const addresses = await withTimeout(resolve(name), DNS_TIMEOUT_MS).catch(() => {
      throw new EgressError('dns_error', 'The name could not be found.');
    });
    if (addresses.length === 0) throw new EgressError('dns_error', 'The name has no address.');
    // One inner address among public ones is enough to refuse: otherwise the order of the answers would decide.
    if (!addresses.every(isPublicAddress)) throw buildNotAllowedError();
    return addresses;
  };

  return {
    check,
    connect: async ({ host, port, timeout_ms }) => {
      const deadline = Date.now() + timeout_ms;
      const addresses = await check({ host, port });
      let last: EgressError = new EgressError('timeout', 'The server did not answer in time.');
      for (const [index, address] of addresses.entries()) {
        const share_ms = Math.floor((deadline - Date.now()) / (addresses.length - index));
        if (share_ms <= 0) break;
        try {
          return await openSocket(address, port, share_ms);
        } catch (error) {
          last = error as EgressError;
        }
      }
      throw last;
    },
  };
}

const buildNotAllowedError = (): EgressError =>
  new EgressError('host_not_allowed', 'This host and port are not allowed.');

/** The final dot keeps the resolver from trying the search domains of this machine's own network. */
async function resolveWithSystem(name: string): Promise<string[]> {
  const found = await lookup(`${name}.`, { all: true, order: 'ipv4first' });
  return found.map((each) => each.address);
}

async function withTimeout<T>(work: Promise<T>, timeout_ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('too late')), timeout_ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function openSocket(address: string, port: number, timeout_ms: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectTcp({ host: address, port, noDelay: true });
    const timer = setTimeout(() => fail('timeout'), timeout_ms);
    const fail = (code: EgressFailure): void => {
      clearTimeout(timer);
      socket.destroy();
      reject(
        new EgressError(
          code,
          code === 'refused' ? 'The server refused the connection.' : 'The server did not answer in time.',
        ),
      );
    };
    socket.once('error', (error: NodeJS.ErrnoException) => fail(error.code === 'ECONNREFUSED' ? 'refused' : 'timeout'));
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.removeAllListeners('error');
      resolve(socket);
    });
  });
}
