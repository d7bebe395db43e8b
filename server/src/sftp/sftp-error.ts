/** How talking to an SFTP server fails. Each failure has its own sentence, for the person who set it up. */
import type { SFTP_TEST_FAILURES } from '@dasbor/contract/manage-notifications';

export type SftpErrorCode = (typeof SFTP_TEST_FAILURES)[number];

export const SFTP_ERROR_MESSAGES: Record<SftpErrorCode, string> = {
  dns_error: 'The host name could not be found. Check its spelling.',
  refused: 'The server refused the connection. Check the port and that the SFTP service is running.',
  timeout: 'The server did not answer in time. Check the host, the port and its firewall.',
  auth_failed: 'The server did not accept the user name and password.',
  no_write: 'Signed in, but a file could not be written to the login directory.',
  host_key_changed:
    'The host key of this server is not the one that was trusted before, so the password was not sent. If its owner confirms the change, save another port and then the right one again: that forgets the old key.',
  host_not_allowed: 'This host or port cannot be used: it must be a public SFTP server on one of the usual SFTP ports.',
  protocol_error: 'The server does not speak SFTP as expected, or broke the connection off.',
};

/** `detail` adds what only the delivery knows; without it the failure's own sentence stands. */
export class SftpError extends Error {
  readonly code: SftpErrorCode;
  constructor(code: SftpErrorCode, detail: string = SFTP_ERROR_MESSAGES[code]) {
    super(detail);
    this.code = code;
  }
}
