/** The connection test: connect, sign in, write a probe file to the login directory, and delete it. */
import * as duration from '@dasbor/contract/duration';
import { localized } from '@dasbor/contract/language';
import { randomBytes } from 'node:crypto';
import type { Egress } from '../egress/egress-client.ts';
import { SftpError } from './sftp-error.ts';
import { type SftpTarget, withSftp } from './session.ts';

const PROBE_NOT_DELETED = localized(
  'Signed in and wrote a test file, but could not delete it. Check the permissions of this user.',
  'Berhasil masuk dan menulis berkas uji, tetapi berkas tersebut tidak dapat dihapus. Periksa izin pengguna ini.',
);
/** For the whole test. */
const TEST_TIMEOUT_MS = duration.seconds(10);

/** Returns the full host key of the server in base64. Throws SftpError. */
export function testConnection(egress: Egress, target: SftpTarget, timeout_ms = TEST_TIMEOUT_MS): Promise<string> {
  return withSftp(egress, target, timeout_ms, async ({ sftp, run, host_key }) => {
    const name = `.dasbor-probe-${randomBytes(6).toString('hex')}`;
    try {
      const handle = await run<Buffer>((done) => sftp.open(name, 'wx', done));
      const bytes = Buffer.from('probe\n');
      await run((done) => sftp.write(handle, bytes, 0, bytes.length, 0, (error) => done(error)));
      await run((done) => sftp.close(handle, (error) => done(error)));
    } catch (error) {
      throw error instanceof SftpError ? error : new SftpError('no_write');
    }
    await run((done) => sftp.unlink(name, (error) => done(error))).catch((error: unknown) => {
      if (error instanceof SftpError) throw error;
      throw new SftpError('no_write', PROBE_NOT_DELETED);
    });
    return host_key;
  });
}
