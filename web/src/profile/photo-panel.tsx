import { PHOTO_UPLOAD, removeProfilePhoto, uploadProfilePhoto } from '@dasbor/contract/profile';
import { formatUploadLimit, formatUploadTypes } from '@dasbor/contract/upload';
import { call } from '../api/call.ts';
import type { Profile } from '../api/signed-in.ts';
import { usePictureChanges } from '../api/use-picture-changes.ts';
import { Panel } from '../ui/panel.tsx';
import { PersonAvatar } from '../ui/person-avatar.tsx';
import { PictureField } from '../ui/picture-field.tsx';
import { showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';

interface PhotoPanelProps {
  profile: Pick<Profile, 'name' | 'photo_url'>;
  /** Reads the profile again after it changed. */
  onSaved: () => Promise<void>;
}

/** The photo that other users see in lists. */
export function PhotoPanel({ profile: { name, photo_url }, onSaved }: PhotoPanelProps) {
  const t = messages().photo;
  const limit = formatUploadLimit(PHOTO_UPLOAD.max_bytes);
  const changes = usePictureChanges({
    limits: PHOTO_UPLOAD,
    too_large: t.too_large(limit),
    upload: (form) => call(uploadProfilePhoto, { form }),
    remove: () => call(removeProfilePhoto),
    onDone: async (_saved, change) => {
      await onSaved();
      await showSuccess(change === 'uploaded' ? t.saved : t.removed);
    },
  });
  return (
    <Panel title={t.title}>
      <PictureField
        {...changes}
        picture={<PersonAvatar name={name} photo_url={photo_url} size={72} label={t.current} />}
        has_picture={photo_url !== null}
        line={t.line(formatUploadTypes(PHOTO_UPLOAD.types), limit)}
        may_change
        limits={PHOTO_UPLOAD}
        labels={t}
      />
    </Panel>
  );
}
