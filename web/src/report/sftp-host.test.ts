import { expect, test } from 'vitest';
import { formatSftpHost, parseSftpHost } from './sftp-host.ts';

test.each([
  ['sftp.kopi.example', 'sftp.kopi.example', 22],
  ['sftp.kopi.example:2222', 'sftp.kopi.example', 2222],
  ['sftp.kopi.example:', 'sftp.kopi.example', 22],
  ['sftp.kopi.example:abc', 'sftp.kopi.example', 22],
  ['sftp.kopi.example:22x', 'sftp.kopi.example', 22],
  ['sftp.kopi.example:-1', 'sftp.kopi.example', 22],
  [' 127.0.0.1:4003 ', '127.0.0.1', 4003],
  ['', '', 22],
  [':2222', '', 2222],
  ['2001:db8::1', '2001:db8::1', 22],
  ['[2001:db8::1]:2222', '2001:db8::1', 2222],
  ['[2001:db8::1]', '2001:db8::1', 22],
  ['sftp://sftp.kopi.example:2222/', 'sftp.kopi.example', 2222],
])('spec §5: host:port is accepted, port 22 when absent or not numeric: %s', (text, sftp_host, sftp_port) => {
  expect(parseSftpHost(text)).toEqual({ sftp_host, sftp_port });
});

test.each([
  ['sftp.kopi.example', 22, 'sftp.kopi.example'],
  ['sftp.kopi.example', 2222, 'sftp.kopi.example:2222'],
  ['2001:db8::1', 2222, '[2001:db8::1]:2222'],
  ['', 2222, ''],
])('a stored host and port are formatted as entered: %s %i', (sftp_host, sftp_port, text) => {
  expect(formatSftpHost({ sftp_host, sftp_port })).toBe(text);
});
