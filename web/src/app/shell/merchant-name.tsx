import { Badge, Tooltip } from '@mantine/core';
import { useSignedIn } from '../../api/signed-in.ts';
import { messages } from './messages.ts';
import classes from './top-bar.module.css';

/** The merchant whose data is shown, and whether it is a sandbox. */
export function MerchantName() {
  const t = messages().frame;
  const { profile } = useSignedIn();
  return (
    <div className={classes.merchant}>
      {profile?.merchant_name && (
        <span className={classes.merchant_name} title={profile.merchant_name}>
          {profile.merchant_name}
        </span>
      )}
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
