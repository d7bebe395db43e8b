import type { NewSnapCredential, SnapCredential } from '@dasbor/contract/snap-credential';
import { Menu } from '@mantine/core';
import { useState } from 'react';
import { useHasAccess } from '../api/signed-in.ts';
import { RevokeCredentialModal, RotateSecretModal } from './credential-dialogs.tsx';
import { EditCredentialModal, PublicKeyModal } from './credential-forms.tsx';
import { CredentialSheet } from './credential-sheet.tsx';
import { RowMenu } from '../ui/row-menu.tsx';
import { messages } from './messages.ts';

type Action = 'details' | 'edit' | 'key' | 'rotate' | 'revoke';

interface CredentialMenuProps {
  shown: SnapCredential;
  onRotated: (credential: NewSnapCredential) => void;
}

/** The actions on a credential; only its details for who may not manage credentials, and once it is revoked. */
export function CredentialMenu({ shown, onRotated }: CredentialMenuProps) {
  const t = messages();
  const [action, setAction] = useState<Action | null>(null);
  const close = () => setAction(null);
  const is_changeable = useHasAccess('API', 'manage') && shown.status !== 'revoked';
  return (
    <>
      <RowMenu label={t.menu(shown.name)}>
        <Menu.Item onClick={() => setAction('details')}>{t.details}</Menu.Item>
        {is_changeable && (
          <>
            <Menu.Item onClick={() => setAction('edit')}>{t.edit}</Menu.Item>
            <Menu.Item onClick={() => setAction('key')}>
              {shown.public_key_fingerprint === null ? t.upload_key : t.replace_key}
            </Menu.Item>
            <Menu.Item onClick={() => setAction('rotate')}>{t.rotate}</Menu.Item>
            <Menu.Item color="red" onClick={() => setAction('revoke')}>
              {t.revoke}
            </Menu.Item>
          </>
        )}
      </RowMenu>
      {action === 'details' && <CredentialSheet shown={shown} onClose={close} />}
      {action === 'edit' && <EditCredentialModal shown={shown} onClose={close} />}
      {action === 'key' && <PublicKeyModal shown={shown} onClose={close} />}
      {action === 'rotate' && (
        <RotateSecretModal
          shown={shown}
          onClose={close}
          onRotated={(credential) => {
            close();
            onRotated(credential);
          }}
        />
      )}
      {action === 'revoke' && <RevokeCredentialModal shown={shown} onClose={close} />}
    </>
  );
}
