import { Badge, Menu, Tooltip, UnstyledButton } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { listOwnMerchants } from '@dasbor/contract/own-merchant';
import { roleLabel } from '@dasbor/contract/labels';
import { useQuery } from '@tanstack/react-query';
import { buildQuery } from '../../api/query.ts';
import { useSignedIn } from '../../api/signed-in.ts';
import { currentLanguage } from '../../ui/define-messages.ts';
import { useSwitchMerchant } from '../session/switch-merchant.ts';
import { messages } from './messages.ts';
import classes from './top-bar.module.css';

/** The merchant or account group whose data is shown, with a switcher where the user has several, and whether it is a sandbox. */
export function MerchantName() {
  const t = messages().frame;
  const { profile } = useSignedIn();
  const name = profile?.group_name ?? profile?.merchant_name;
  return (
    <div className={classes.merchant}>
      {name && <MerchantSwitcher name={name} />}
      {profile?.is_sandbox === true && (
        <Tooltip label={t.sandbox_line}>
          <Badge color="orange" variant="outline" size="sm" className={classes.sandbox}>
            {t.sandbox}
          </Badge>
        </Tooltip>
      )}
    </div>
  );
}

function MerchantSwitcher({ name }: { name: string }) {
  const t = messages().frame;
  const merchants = useQuery({ ...buildQuery(listOwnMerchants), meta: { quiet: true }, staleTime: 300_000 });
  const change = useSwitchMerchant();
  const options = merchants.data?.data ?? [];
  const groups = merchants.data?.groups ?? [];
  const label = (
    <span className={classes.merchant_name} title={name}>
      {name}
    </span>
  );
  if (options.length + groups.length < 2) return label;
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <UnstyledButton className={classes.switcher} aria-label={t.switch_merchant(name)} disabled={change.isPending}>
          {label}
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {options.length > 0 && <Menu.Label>{t.merchants}</Menu.Label>}
        {options.map((option) => (
          <Menu.Item
            key={option.merchant_id}
            aria-current={option.is_current || undefined}
            leftSection={<IconCheck size={16} visibility={option.is_current ? 'visible' : 'hidden'} aria-hidden />}
            onClick={() => !option.is_current && change.mutate({ merchant_id: option.merchant_id, group_id: null })}
          >
            {option.name}
            <span className={classes.merchant_role}>
              {option.role_name ?? roleLabel(option.role, currentLanguage())}
            </span>
          </Menu.Item>
        ))}
        {groups.length > 0 && <Menu.Label>{t.groups}</Menu.Label>}
        {groups.map(({ group_id, name: group_name, is_current }) => (
          <Menu.Item
            key={group_id}
            aria-current={is_current || undefined}
            leftSection={<IconCheck size={16} visibility={is_current ? 'visible' : 'hidden'} aria-hidden />}
            onClick={() => !is_current && change.mutate({ merchant_id: null, group_id })}
          >
            {group_name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
