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

/** The merchant whose data is shown, with a switcher where the user has several, and whether it is a sandbox. */
export function MerchantName() {
  const t = messages().frame;
  const { profile } = useSignedIn();
  return (
    <div className={classes.merchant}>
      {profile?.merchant_name && <MerchantSwitcher name={profile.merchant_name} />}
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
  const label = (
    <span className={classes.merchant_name} title={name}>
      {name}
    </span>
  );
  if (options.length < 2) return label;
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <UnstyledButton className={classes.switcher} aria-label={t.switch_merchant(name)} disabled={change.isPending}>
          {label}
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t.merchants}</Menu.Label>
        {options.map((option) => (
          <Menu.Item
            key={option.merchant_id}
            aria-current={option.is_current || undefined}
            leftSection={<IconCheck size={16} visibility={option.is_current ? 'visible' : 'hidden'} aria-hidden />}
            onClick={() => !option.is_current && change.mutate(option.merchant_id)}
          >
            {option.name}
            <span className={classes.merchant_role}>
              {option.role_name ?? roleLabel(option.role, currentLanguage())}
            </span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
