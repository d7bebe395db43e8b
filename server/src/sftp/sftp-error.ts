/** SFTP errors, each with a message in both languages for the person who configured the server. */
import { type Localized, localized } from '@dasbor/contract/language';
import type { SFTP_TEST_FAILURES } from '@dasbor/contract/report-delivery';

export type SftpErrorCode = (typeof SFTP_TEST_FAILURES)[number];

export const SFTP_ERROR_MESSAGES: Record<SftpErrorCode, Localized> = {
  dns_error: localized(
    'The host name could not be found. Check its spelling.',
    'Nama host tidak ditemukan. Periksa ejaannya.',
  ),
  refused: localized(
    'The server refused the connection. Check the port and that the SFTP service is running.',
    'Server menolak koneksi. Periksa port dan pastikan layanan SFTP berjalan.',
  ),
  timeout: localized(
    'The server did not respond in time. Check the host, the port and its firewall.',
    'Server tidak merespons tepat waktu. Periksa host, port, dan firewall-nya.',
  ),
  auth_failed: localized(
    'The server rejected the user name or password. Check both.',
    'Server menolak nama pengguna atau kata sandi. Periksa keduanya.',
  ),
  no_write: localized(
    'Signed in, but could not write a file to the login directory. Check the permissions of this user.',
    'Berhasil masuk, tetapi berkas tidak dapat ditulis ke direktori login. Periksa izin pengguna ini.',
  ),
  host_key_changed: localized(
    'The host key of this server has changed, so the password was not sent. If the owner of the server confirms the change, save a different port and then the correct one again to trust the new key.',
    'Kunci host server ini telah berubah sehingga kata sandi tidak dikirim. Jika pemilik server mengonfirmasi perubahan ini, simpan port lain lalu simpan kembali port yang benar untuk memercayai kunci baru.',
  ),
  host_not_allowed: localized(
    'This host or port is not allowed. Use a public SFTP server on a standard SFTP port.',
    'Host atau port ini tidak diizinkan. Gunakan server SFTP publik pada port SFTP standar.',
  ),
  protocol_error: localized(
    'The server does not support SFTP as expected or closed the connection. Check that it is an SFTP server.',
    'Server tidak mendukung SFTP sebagaimana mestinya atau memutus koneksi. Pastikan server tersebut adalah server SFTP.',
  ),
};

/** `message` is the English text of `detail`, for logs. */
export class SftpError extends Error {
  readonly code: SftpErrorCode;
  readonly detail: Localized;
  constructor(code: SftpErrorCode, detail: Localized = SFTP_ERROR_MESSAGES[code]) {
    super(detail.en);
    this.code = code;
    this.detail = detail;
  }
}
