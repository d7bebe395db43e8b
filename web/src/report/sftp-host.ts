/** The SFTP host field (specification sections 5 and 9): `host` or `host:port`. */
import { SFTP_PORT_DEFAULT } from '@dasbor/contract/report-delivery';

export interface SftpHost {
  sftp_host: string;
  sftp_port: number;
}

/** The port; 22 when absent or not numeric. */
const parsePort = (text: string | undefined): number =>
  text !== undefined && /^\d+$/.test(text.trim()) ? Number(text) : SFTP_PORT_DEFAULT;

/** Parses `host`, `host:port`, `[v6]:port` or a bare IPv6 address. A pasted `sftp://` is removed. */
export function parseSftpHost(text: string): SftpHost {
  const typed = text
    .trim()
    .replace(/^sftp:\/\//i, '')
    .replace(/\/+$/, '');
  const bracketed = /^\[([^\]]*)\](?::(.*))?$/.exec(typed);
  if (bracketed) return { sftp_host: (bracketed[1] ?? '').trim(), sftp_port: parsePort(bracketed[2]) };
  const [host = '', port, ...more] = typed.split(':');
  if (more.length > 0) return { sftp_host: typed, sftp_port: SFTP_PORT_DEFAULT };
  return { sftp_host: host.trim(), sftp_port: parsePort(port) };
}

/** Whether two texts name the same host; names are stored in lower case. */
export const isSameHost = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Host and port for the field; the default port is omitted. */
export function formatSftpHost({ sftp_host, sftp_port }: SftpHost): string {
  if (sftp_host === '' || sftp_port === SFTP_PORT_DEFAULT) return sftp_host;
  return sftp_host.includes(':') ? `[${sftp_host}]:${sftp_port}` : `${sftp_host}:${sftp_port}`;
}
