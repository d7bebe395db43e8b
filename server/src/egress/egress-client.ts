/**
 * The egress client: the only way to connect to a host configured by a merchant (SSRF protection). Every resolved address must
 * be public, and the connection uses the address that was checked, which defeats DNS rebinding.
 */
import * as duration from '@dasbor/contract/duration';
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
  /** Purpose of the connection, which decides the allowed ports: SFTP by default. */
  purpose?: 'sftp' | 'webhook';
}

export interface Egress {
  /**
   * Resolves and checks every address of an endpoint without connecting. Throws EgressError `host_not_allowed`, without
   * revealing the reason, or `dns_error`.
   */
  check: (endpoint: Endpoint) => Promise<string[]>;
  /** Connects to a checked address. Throws EgressError. `timeout_ms` covers DNS resolution and connecting. */
  connect: (endpoint: Endpoint & { timeout_ms: number }) => Promise<Socket>;
}

export interface EgressOptions {
  /** Resolves a name; the system resolver by default. */
  resolve?: (name: string) => Promise<string[]>;
  /** Endpoints allowed by exact spelling, in addition to those of the sandbox. */
  allow?: Endpoint[];
}

const DNS_TIMEOUT_MS = duration.seconds(4);
/** Ports of HTTPS endpoints of merchants. */
export const WEBHOOK_PORTS: readonly number[] = [443, 8443];
/** The only local host of webhooks in the sandbox, in exactly this spelling. */
const SANDBOX_WEBHOOK_HOST = '127.0.0.1';
const SANDBOX_HOSTS = new Set(['localhost', '127.0.0.1']);

/**
 * Creates the egress client. In the sandbox it also allows the local SFTP server and webhooks to 127.0.0.1, and no other local
 * endpoint.
 */
export function createEgress(
  env: Pick<Env, 'SANDBOX' | 'SFTP_PORT' | 'SFTP_ALLOWED_PORTS'>,
  options: EgressOptions = {},
): Egress {
  const resolve = options.resolve ?? resolveWithSystem;
  const isAllowlisted = (host: string, port: number, purpose: 'sftp' | 'webhook'): boolean =>
    (env.SANDBOX &&
      (purpose === 'webhook' ? host === SANDBOX_WEBHOOK_HOST : port === env.SFTP_PORT && SANDBOX_HOSTS.has(host))) ||
    (options.allow ?? []).some((each) => each.host === host && each.port === port);

  const check = async ({ host, port, purpose = 'sftp' }: Endpoint): Promise<string[]> => {
    const name = normaliseHost(host);
    if (name === null) throw buildNotAllowedError();
    if (isAllowlisted(name, port, purpose)) return [name === 'localhost' ? '127.0.0.1' : name];
    const ports = purpose === 'webhook' ? WEBHOOK_PORTS : env.SFTP_ALLOWED_PORTS;
    if (!ports.includes(port)) throw buildNotAllowedError();
    if (isIP(name) !== 0) {
      if (!isPublicAddress(name)) throw buildNotAllowedError();
      return [name];
    }
    if (!isPublicName(name)) throw buildNotAllowedError();
    const addresses = await withTimeout(resolve(name), DNS_TIMEOUT_MS).catch(() => {
      throw new EgressError('dns_error', 'The host name could not be resolved.');
    });
    if (addresses.length === 0) throw new EgressError('dns_error', 'The host name has no address.');
    // A single internal address refuses the host, because the order of DNS answers is not reliable.
    if (!addresses.every(isPublicAddress)) throw buildNotAllowedError();
    return addresses;
  };

  return {
    check,
    connect: async ({ timeout_ms, ...endpoint }) => {
      const deadline = Date.now() + timeout_ms;
      const addresses = await check(endpoint);
      let last: EgressError = new EgressError('timeout', 'The server did not respond in time.');
      for (const [index, address] of addresses.entries()) {
        const share_ms = Math.floor((deadline - Date.now()) / (addresses.length - index));
        if (share_ms <= 0) break;
        try {
          return await openSocket(address, endpoint.port, share_ms);
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

/** The trailing dot keeps the resolver from trying local search domains. */
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
          code === 'refused' ? 'The server refused the connection.' : 'The server did not respond in time.',
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
