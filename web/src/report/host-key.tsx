import type { NotificationConfiguration } from '@dasbor/contract/report-delivery';
import { CopyableId } from '../ui/copyable-id.tsx';
import type { DeliveryForm } from './delivery-rules.ts';
import classes from './configuration.module.css';
import { messages } from './messages.ts';
import { isSameHost, parseSftpHost } from './sftp-host.ts';

export interface HostKeyProps {
  form: Pick<DeliveryForm, 'host'>;
  stored: Pick<NotificationConfiguration, 'sftp_host' | 'sftp_port' | 'sftp_host_key_fingerprint'>;
  /** The last successful test. */
  tested: { sftp_host?: string | undefined; sftp_port?: number | undefined; host_key_fingerprint: string } | undefined;
}

/** The fingerprint of the trusted host key; renders nothing without one. */
export function HostKey({ form, stored, tested }: HostKeyProps) {
  const typed = parseSftpHost(form.host);
  const isTyped = (server: { sftp_host?: string | undefined; sftp_port?: number | undefined }) =>
    isSameHost(server.sftp_host ?? '', typed.sftp_host) && server.sftp_port === typed.sftp_port;
  const pinned = isTyped(stored) ? stored.sftp_host_key_fingerprint : null;
  const fingerprint = pinned ?? (tested && isTyped(tested) ? tested.host_key_fingerprint : null);
  if (fingerprint === null) return null;
  const t = messages().sftp;
  return (
    <div className={classes.host_key}>
      <span>{t.host_key}</span>
      <CopyableId value={fingerprint} label={t.host_key_id} />
    </div>
  );
}
