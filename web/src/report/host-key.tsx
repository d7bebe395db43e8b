import type { NotificationConfiguration } from '@dasbor/contract/report-delivery';
import { CopyableId } from '../ui/copyable-id.tsx';
import type { DeliveryForm } from './delivery-rules.ts';
import classes from '../manage-notifications/manage-notifications.module.css';
import { isSameHost, parseSftpHost } from './sftp-host.ts';

export interface HostKeyProps {
  form: Pick<DeliveryForm, 'host'>;
  stored: Pick<NotificationConfiguration, 'sftp_host' | 'sftp_port' | 'sftp_host_key_fingerprint'>;
  /** The last test that succeeded. */
  tested: { sftp_host: string; sftp_port?: number | undefined; host_key_fingerprint: string } | undefined;
}

/** The fingerprint of the key that the typed host is known by; nothing while it is not known. */
export function HostKey({ form, stored, tested }: HostKeyProps) {
  const typed = parseSftpHost(form.host);
  const isTyped = (server: { sftp_host: string; sftp_port?: number | undefined }) =>
    isSameHost(server.sftp_host, typed.sftp_host) && server.sftp_port === typed.sftp_port;
  const pinned = isTyped(stored) ? stored.sftp_host_key_fingerprint : null;
  const fingerprint = pinned ?? (tested && isTyped(tested) ? tested.host_key_fingerprint : null);
  if (fingerprint === null) return null;
  return (
    <div className={classes.host_key}>
      <span>Host key</span>
      <CopyableId value={fingerprint} label="host key" />
    </div>
  );
}
