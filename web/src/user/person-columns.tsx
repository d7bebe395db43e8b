/** Columns and cells of the people of a merchant, and of the staff of the provider. */
import type { MemberStatus } from '@dasbor/contract/user';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Column, STATUS, TIME, renderInstant, renderText } from '../ui/column.tsx';
import { Instant } from '../ui/instant.tsx';
import { PersonAvatar } from '../ui/person-avatar.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { messages } from './messages.ts';
import { formatRole } from './role-options.ts';
import classes from './user.module.css';

/** A person as the lists show them. */
export interface Person {
  id: string;
  name: string;
  email: string;
  photo_url: string | null;
  role: string;
  /** Of a custom role; absent for staff of the provider. */
  role_name?: string | null;
  status: MemberStatus;
  has_second_factor: boolean;
  last_login_at: string | null;
  invited_by: string | null;
  created_at: string;
  is_own: boolean;
  is_manageable: boolean;
}

type RenderMenu<Row extends Person> = (person: Row) => ReactNode;

export function buildPersonColumns<Row extends Person>(renderMenu: RenderMenu<Row>): Column<Row>[] {
  const t = messages();
  return [
    { id: 'name', label: t.columns.name, width_px: 240, render: (person) => <PersonName person={person} /> },
    { id: 'role', label: t.columns.role, width_px: 130, is_whole: true, render: formatRole },
    { ...STATUS, id: 'status', label: t.columns.status, render: ({ status }) => <PersonStatus status={status} /> },
    {
      id: 'second_factor',
      label: t.columns.second_factor,
      width_px: 110,
      priority: 3,
      render: ({ has_second_factor }) => (has_second_factor ? t.users.on : t.users.off),
    },
    {
      ...TIME,
      id: 'last_login',
      label: t.columns.last_login,
      priority: 4,
      render: ({ last_login_at }) => renderInstant(last_login_at),
    },
    {
      id: 'invited_by',
      label: t.columns.invited_by,
      width_px: 150,
      priority: 2,
      render: ({ invited_by }) => renderText(invited_by),
    },
    {
      ...TIME,
      id: 'created',
      label: t.columns.created,
      priority: 1,
      render: ({ created_at }) => <Instant at={created_at} />,
    },
    { id: 'menu', label: t.columns.actions, head: '', width_px: 52, is_pinned: true, render: renderMenu },
  ];
}

export const PersonCard = ({ person, menu }: { person: Person; menu: ReactNode }) => (
  <RowCard>
    <PersonName person={person} />
    {/* People without actions keep the place of the menu. */}
    <div>{menu}</div>
    <SecondaryText>{formatRole(person)}</SecondaryText>
    <PersonStatus status={person.status} />
    <SecondaryText>
      {person.last_login_at === null ? (
        messages().users.no_login
      ) : (
        <>
          {messages().columns.last_login} <Instant at={person.last_login_at} />
        </>
      )}
    </SecondaryText>
  </RowCard>
);

const PersonName = ({ person: { name, email, photo_url, is_own } }: { person: Person }) => (
  <div className={classes.person}>
    <PersonAvatar name={name} photo_url={photo_url} size={32} />
    <div className={classes.name}>
      <span title={name}>
        {name}
        {is_own && (
          <Text span c="dimmed" fz="sm">
            {' '}
            ({messages().you})
          </Text>
        )}
      </span>
      <span className={classes.email} title={email}>
        {email}
      </span>
    </div>
  </div>
);

const TONES = { active: 'success', suspended: 'warning', removed: 'neutral' } as const;

const PersonStatus = ({ status }: { status: MemberStatus }) => (
  <StatusChip status={status} tone={TONES[status]} label={messages().users.statuses[status]} />
);
