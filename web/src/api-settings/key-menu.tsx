import type { ApiKey, NewApiKey } from '@dasbor/contract/api-settings';
import { Menu } from '@mantine/core';
import { useState } from 'react';
import { useHasAccess } from '../api/signed-in.ts';
import { EditKeyModal, RevokeKeyModal, RollKeyModal } from './key-dialogs.tsx';
import { KeySheet } from './key-sheet.tsx';
import { RowMenu } from '../ui/row-menu.tsx';
import { messages } from './messages.ts';

type Action = 'details' | 'edit' | 'roll' | 'revoke';

/** The actions on a key; only its details for who may not manage keys, and once it no longer works. */
export function KeyMenu({ shown, onRolled }: { shown: ApiKey; onRolled: (key: NewApiKey) => void }) {
  const t = messages().keys;
  const may_manage = useHasAccess('API', 'manage');
  const [action, setAction] = useState<Action | null>(null);
  const close = () => setAction(null);
  const is_active = may_manage && shown.status === 'active';
  const is_revocable = may_manage && (shown.status === 'active' || shown.status === 'rolled');
  return (
    <>
      <RowMenu label={t.menu(shown.name)}>
        <Menu.Item onClick={() => setAction('details')}>{t.details}</Menu.Item>
        {is_active && <Menu.Item onClick={() => setAction('edit')}>{t.edit}</Menu.Item>}
        {is_active && <Menu.Item onClick={() => setAction('roll')}>{t.roll}</Menu.Item>}
        {is_revocable && (
          <Menu.Item color="red" onClick={() => setAction('revoke')}>
            {t.revoke}
          </Menu.Item>
        )}
      </RowMenu>
      {action === 'details' && <KeySheet shown={shown} onClose={close} />}
      {action === 'edit' && <EditKeyModal shown={shown} onClose={close} />}
      {action === 'roll' && (
        <RollKeyModal
          shown={shown}
          onClose={close}
          onRolled={(key) => {
            close();
            onRolled(key);
          }}
        />
      )}
      {action === 'revoke' && <RevokeKeyModal shown={shown} onClose={close} />}
    </>
  );
}
