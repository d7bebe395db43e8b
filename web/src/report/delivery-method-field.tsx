import { DELIVERY_METHODS, type DeliveryMethod } from '@dasbor/contract/report-delivery';
import { SelectField } from '../ui/select-field.tsx';
import classes from '../manage-notifications/manage-notifications.module.css';

const NAME: Record<DeliveryMethod, string> = { email: 'Email', sftp: 'SFTP', both: 'Both' };
const OPTIONS = DELIVERY_METHODS.map((method) => ({ name: NAME[method], method }));
const LINE: Record<DeliveryMethod, string> = {
  email: 'The report is sent to the recipients below.',
  sftp: 'The report is put on your SFTP server.',
  both: 'The report is sent to the recipients below and put on your SFTP server.',
};

export interface DeliveryMethodFieldProps {
  value: DeliveryMethod;
  is_disabled: boolean;
  onChange: (method: DeliveryMethod) => void;
}

/** The selector with the values email, sftp and both (specification section 9). */
export const DeliveryMethodField = ({ value, is_disabled, onChange }: DeliveryMethodFieldProps) => (
  <div className={classes.method}>
    <SelectField
      label="Delivery Method"
      required
      description={LINE[value]}
      disabled={is_disabled}
      options={OPTIONS}
      value={OPTIONS.find((option) => option.method === value) ?? null}
      onChange={(option) => option && onChange(option.method)}
    />
  </div>
);
