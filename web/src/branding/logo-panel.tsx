import { LOGO_UPLOAD, getBranding, getBrandingPreview, removeLogo, uploadLogo } from '@dasbor/contract/branding';
import { formatUploadLimit, formatUploadTypes } from '@dasbor/contract/upload';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { buildQueryKey } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { usePictureChanges } from '../api/use-picture-changes.ts';
import { Panel } from '../ui/panel.tsx';
import { PictureField } from '../ui/picture-field.tsx';
import { showSuccess } from '../ui/toast.ts';
import classes from './branding.module.css';
import { messages } from './messages.ts';

export function LogoPanel({ logo_url, onChange }: { logo_url: string | null; onChange: () => void }) {
  const t = messages().logo;
  const may_manage = useHasAccess('Business profile', 'manage');
  const client = useQueryClient();
  const limit = formatUploadLimit(LOGO_UPLOAD.max_bytes);
  const changes = usePictureChanges({
    limits: LOGO_UPLOAD,
    too_large: t.too_large(limit),
    upload: (form) => call(uploadLogo, { form }),
    remove: () => call(removeLogo),
    onDone: async (saved, change) => {
      client.setQueryData(buildQueryKey(getBranding), saved);
      void client.invalidateQueries({ queryKey: buildQueryKey(getBrandingPreview) });
      onChange();
      await showSuccess(change === 'uploaded' ? t.saved : t.removed);
    },
  });
  const line = t.line(formatUploadTypes(LOGO_UPLOAD.types), limit);
  return (
    <Panel title={t.title}>
      <PictureField
        {...changes}
        picture={<div className={classes.frame}>{logo_url !== null && <img src={logo_url} alt={t.current} />}</div>}
        has_picture={logo_url !== null}
        line={logo_url === null ? `${t.none} ${line}` : line}
        may_change={may_manage}
        limits={LOGO_UPLOAD}
        labels={t}
      />
    </Panel>
  );
}
