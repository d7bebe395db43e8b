/** The fields of an owner, director, shareholder or contact, with what is checked before they are sent. */
import {
  type MerchantPerson,
  NIK_MESSAGE,
  PERSON_ROLES,
  type PersonInput,
  type PersonRole,
} from '@dasbor/contract/business-profile-fields';
import { PERSON_ROLE_LABELS } from '@dasbor/contract/business-profile-labels';
import { translateMessage } from '@dasbor/contract/language';
import { currentLanguage } from '../ui/define-messages.ts';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { messages } from './messages.ts';

/** What was typed. */
export interface PersonValues {
  role: PersonRole;
  name: string;
  nik: string;
  phone: string;
  email: string;
  share: string;
}

const OWNERSHIP: readonly PersonRole[] = ['director', 'shareholder'];
/** Roles without an identity card. */
export const CONTACTS: readonly PersonRole[] = ['pic_finance', 'pic_tech'];

/** Basis points of a percentage such as `33,5`; null while empty, undefined when it is none. */
function parseShare(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const bps = Math.round(Number(text.trim().replace(',', '.')) * 100);
  return bps >= 1 && bps <= 10_000 ? bps : undefined;
}

const readShare = ({ role, share }: PersonValues): number | null | undefined =>
  OWNERSHIP.includes(role) ? parseShare(share) : null;

const readNik = ({ nik }: PersonValues): string => nik.replaceAll(/\D/g, '');

export function toPersonValues(person: MerchantPerson | null, role: PersonRole): PersonValues {
  const share = person?.share_bps ?? null;
  return {
    role: person?.role ?? role,
    name: person?.name ?? '',
    nik: '',
    phone: person?.phone ?? '',
    email: person?.email ?? '',
    share: share === null ? '' : String(share / 100),
  };
}

/** A NIK that was not typed stays as it is stored. */
export function toPersonInput(values: PersonValues): PersonInput {
  const { role, name, phone, email } = values;
  const nik = readNik(values);
  return { role, name, phone, email, share_bps: readShare(values) ?? null, ...(nik === '' ? {} : { nik }) };
}

export type PersonErrors = Partial<Record<keyof PersonValues, string>>;

export function validatePerson(values: PersonValues): PersonErrors {
  const t = messages().person;
  const nik = readNik(values);
  return {
    ...(values.name.trim() === '' ? { name: t.name_missing } : {}),
    ...(nik !== '' && nik.length !== 16 ? { nik: translateMessage(NIK_MESSAGE, currentLanguage()) } : {}),
    ...(readShare(values) === undefined ? { share: t.share_invalid } : {}),
  };
}

export interface PersonFieldsProps {
  values: PersonValues;
  onChange: (change: Partial<PersonValues>) => void;
  errors: PersonErrors;
  /** Whether errors show although a field was not left yet. */
  is_tried: boolean;
  /** The NIK that is stored, masked; null: none. */
  stored_nik: string | null;
  /** Roles that may be chosen. */
  roles?: readonly PersonRole[];
}

export function PersonFields(props: PersonFieldsProps) {
  const { values, onChange, errors, is_tried, stored_nik, roles = PERSON_ROLES } = props;
  const t = messages().person;
  const options = roles.map((id) => ({ id, name: PERSON_ROLE_LABELS[id][currentLanguage()] }));
  const touched = is_tried ? { touched: true } : {};
  return (
    <>
      <SelectField
        label={t.role}
        required
        options={options}
        value={options.find(({ id }) => id === values.role) ?? null}
        onChange={(option) => option !== null && onChange({ role: option.id })}
      />
      <TextField
        label={t.name}
        description={t.name_hint}
        required
        maxLength={100}
        value={values.name}
        onChange={(name) => onChange({ name })}
        error={errors.name}
        {...touched}
      />
      {!CONTACTS.includes(values.role) && (
        <TextField
          label={t.nik}
          description={stored_nik === null ? t.nik_hint : t.nik_kept(stored_nik)}
          inputMode="numeric"
          autoComplete="off"
          value={values.nik}
          onChange={(text) => onChange({ nik: text.slice(0, 24) })}
          error={errors.nik}
          {...touched}
        />
      )}
      {OWNERSHIP.includes(values.role) && (
        <TextField
          label={t.share}
          inputMode="decimal"
          value={values.share}
          onChange={(share) => onChange({ share })}
          error={errors.share}
          {...touched}
        />
      )}
      <TextField
        label={t.phone}
        type="tel"
        maxLength={30}
        value={values.phone}
        onChange={(phone) => onChange({ phone })}
        error={errors.phone}
        touched
      />
      <TextField
        label={t.email}
        type="email"
        maxLength={254}
        value={values.email}
        onChange={(email) => onChange({ email })}
        error={errors.email}
        touched
      />
    </>
  );
}
