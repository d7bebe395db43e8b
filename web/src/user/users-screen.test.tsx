import type { Invitation } from '@dasbor/contract/invitation';
import type { RoleRow } from '@dasbor/contract/role';
import type { MerchantUser } from '@dasbor/contract/user';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { simulatePhone } from '../test/phone.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const CASHIER = 'rol_01kaj6x7v3q2m8n4p5r6s70001';
const BUDI = 'usr_01kaj6x7v3q2m8n4p5r6s70002';
const INVITATION = 'inv_01kaj6x7v3q2m8n4p5r6s70003';

const buildUser = (part: Partial<MerchantUser>): MerchantUser => ({
  id: BUDI,
  name: 'Budi Santoso',
  email: 'budi@kopi.example',
  photo_url: null,
  role: CASHIER,
  role_name: 'Cashier',
  status: 'active',
  has_second_factor: true,
  last_login_at: '2026-11-21T07:05:00.000Z',
  invited_by: 'Sari Wulandari',
  created_at: '2026-01-02T03:04:05.000Z',
  is_own: false,
  is_manageable: true,
  ...part,
});
const ME = buildUser({
  id: 'usr_01kaj6x7v3q2m8n4p5r6s70004',
  name: 'Sari Wulandari',
  email: 'sari@kopi.example',
  role: 'superadmin',
  role_name: null,
  is_own: true,
  is_manageable: false,
});
const buildRole = (part: Partial<RoleRow>): RoleRow => ({
  id: 'operator',
  name: null,
  is_custom: false,
  access: [{ group: 'Transactions', access: 'manage' }],
  is_masked: false,
  user_count: 1,
  is_grantable: true,
  updated_at: null,
  ...part,
});
const ROLES = [
  buildRole({ id: 'superadmin', is_grantable: false }),
  buildRole({}),
  buildRole({ id: CASHIER, name: 'Cashier', is_custom: true, is_masked: true, user_count: 0 }),
];
const invitation: Invitation = {
  id: INVITATION,
  email: 'rina@kopi.example',
  role: CASHIER,
  role_name: 'Cashier',
  status: 'pending',
  invited_by: 'Sari Wulandari',
  created_at: '2026-11-21T07:05:00.000Z',
  expires_at: '2026-11-28T07:05:00.000Z',
  sent_at: null,
  error: null,
  is_manageable: true,
};

let users: MerchantUser[];
beforeEach(() => {
  signIn();
  users = [ME, buildUser({})];
  mockEndpoint('GET /users', () => ({ json: { data: users, next_cursor: null } }));
  mockEndpoint('GET /roles', () => ({ json: { data: ROLES } }));
  mockEndpoint('GET /users/invitations', () => ({ json: { data: [invitation], next_cursor: null } }));
});

type App = ReturnType<typeof openApp>;
const openMenu = async ({ user }: App, name = 'Budi Santoso') => {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  return screen.findByRole('menu');
};
const readBody = (path: string, at = 0): unknown => JSON.parse(requestsTo(path)[at]?.body ?? '');

describe('users', () => {
  test('domain 1.14: the list shows role, status and second factor; oneself has no actions', async () => {
    openApp('/users');
    const table = await screen.findByRole('table', { name: 'Users' });
    expect(within(table).getByText('Cashier')).toBeVisible();
    expect(within(table).getByText('Superadmin')).toBeVisible();
    expect(within(table).getByText('(you)')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Actions for Sari Wulandari' })).not.toBeInTheDocument();
  });

  test('domain 2.4: a filter is saved as a view', async () => {
    mockEndpoint('GET /saved-views', () => ({ json: { data: [] } }));
    mockEndpoint('POST /saved-views', () => ({ status: 201, json: { data: {} } }));
    const { user } = openApp(`/users?role=${CASHIER}`);
    await user.click(await screen.findByRole('button', { name: 'Saved views' }));
    await user.type(await screen.findByRole('textbox', { name: 'Save this filter as' }), 'Cashiers');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('View saved')).toBeVisible();
    expect(
      readBody(
        '/saved-views',
        requestsTo('/saved-views').findIndex(({ method }) => method === 'POST'),
      ),
    ).toEqual({
      list: 'users',
      name: 'Cashiers',
      query: `role=${CASHIER}`,
    });
  });

  test('on a phone each person has a card with the last sign-in, or that there was none', async () => {
    simulatePhone();
    users = [buildUser({ last_login_at: null }), ME];
    openApp('/users');
    expect(await screen.findByText('No sign-in yet')).toBeVisible();
    expect(screen.getByText(/^Last sign-in/)).toHaveTextContent('Last sign-in 21 Nov 2026, 14:05 WIB');
  });

  test('domain 1.14: the list is filtered by role', async () => {
    const { user } = openApp('/users');
    await screen.findByRole('table', { name: 'Users' });
    await user.click(screen.getByRole('button', { name: 'Role' }));
    await user.click(await screen.findByRole('radio', { name: 'Cashier' }));
    await waitFor(() => expect(new URLSearchParams(requestsTo('/users').at(-1)?.query).get('role')).toBe(CASHIER));
  });

  test('search and status reach the request, and an empty result offers to clear them', async () => {
    const { user, router } = openApp('/users');
    await screen.findByRole('table', { name: 'Users' });
    users = [];
    await user.type(screen.getByRole('searchbox', { name: 'Search name or email' }), 'nobody');
    expect(await screen.findByText('No results')).toBeVisible();
    expect(new URLSearchParams(requestsTo('/users').at(-1)?.query).get('q')).toBe('nobody');
    await user.click(screen.getByRole('button', { name: 'Status' }));
    await user.click(await screen.findByRole('radio', { name: 'Suspended' }));
    await waitFor(() =>
      expect(new URLSearchParams(requestsTo('/users').at(-1)?.query).get('status')).toBe('suspended'),
    );
    users = [ME];
    // One above the list, one in its place.
    expect(await screen.findAllByRole('button', { name: 'Clear filters' })).toHaveLength(2);
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[1]!);
    expect(await screen.findByText('sari@kopi.example')).toBeVisible();
    expect(router.state.location.search).toEqual({});
  });

  test.each([
    ['Suspend', 'suspend', 'User suspended', /signed out within five seconds/],
    ['Sign out everywhere', 'sign-out', 'User signed out', /All sessions of Budi Santoso/],
    ['Reset second factor', 'second-factor/reset', 'Second factor reset', /recovery codes of Budi Santoso/],
    ['Remove', '', 'User removed', /loses access.*API keys and SNAP credentials that they created .* keep working/],
  ])('%s asks first and says what happens', async (action, path, done, line) => {
    const method = path === '' ? 'DELETE' : 'POST';
    const url = `/users/${BUDI}${path === '' ? '' : `/${path}`}`;
    mockEndpoint(`${method} ${url}`, () => ({ json: { data: users[1]! } }));
    const app = openApp('/users');
    await app.user.click(within(await openMenu(app)).getByRole('menuitem', { name: action }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(line)).toBeVisible();
    expect(requestsTo(url)).toEqual([]);
    await app.user.click(within(dialog).getByRole('button', { name: action }));
    expect(await screen.findByText(done)).toBeVisible();
    expect(requestsTo(url).map((sent) => sent.method)).toEqual([method]);
  });

  test('a suspended user is reactivated, and is shown as active', async () => {
    users = [ME, buildUser({ status: 'suspended', has_second_factor: false })];
    mockEndpoint(`POST /users/${BUDI}/reactivate`, () => {
      users = [ME, buildUser({})];
      return { json: { data: users[1]! } };
    });
    const app = openApp('/users');
    const menu = await openMenu(app);
    expect(within(menu).queryByRole('menuitem', { name: 'Reset second factor' })).not.toBeInTheDocument();
    await app.user.click(within(menu).getByRole('menuitem', { name: 'Reactivate' }));
    const dialog = await screen.findByRole('dialog', { name: 'Reactivate user' });
    await app.user.click(within(dialog).getByRole('button', { name: 'Reactivate' }));
    const table = screen.getByRole('table', { name: 'Users' });
    await expect.poll(() => within(table).queryAllByText('Active')).toHaveLength(2);
  });

  test('a role is chosen among those that the user may grant; a refusal stays in the dialog', async () => {
    mockEndpoint(`PUT /users/${BUDI}/role`, () => ({
      status: 409,
      json: { code: 'last_superadmin', detail: 'This is the last active superadmin.' },
    }));
    const app = openApp('/users');
    await app.user.click(within(await openMenu(app)).getByRole('menuitem', { name: 'Change role' }));
    const dialog = await screen.findByRole('dialog', { name: 'Change role of Budi Santoso' });
    const field = await within(dialog).findByRole('combobox', { name: /Role/ });
    expect(field).toHaveValue('Cashier');
    await app.user.click(field);
    expect(screen.queryByRole('option', { name: 'Superadmin' })).not.toBeInTheDocument();
    await app.user.click(await screen.findByRole('option', { name: 'Operator' }));
    await app.user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('last active superadmin');
    expect(readBody(`/users/${BUDI}/role`)).toEqual({ role: 'operator' });
  });

  test('a role that only views users may neither invite nor change anyone', async () => {
    signIn({ access: [{ group: 'Users', access: 'view' }] });
    openApp('/users');
    await screen.findByRole('table', { name: 'Users' });
    expect(screen.getByRole('button', { name: 'Invite users' })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.queryByRole('button', { name: /Actions for/ })).not.toBeInTheDocument();
  });
});

describe('invitations', () => {
  const openInvite = async () => {
    const { user } = openApp('/users');
    await user.click(await screen.findByRole('button', { name: 'Invite users' }));
    return { user, dialog: await screen.findByRole('dialog', { name: 'Invite users' }) };
  };
  const results = (...codes: (string | null)[]) => ({
    json: {
      data: codes.map((detail, at) => ({
        line: at + 1,
        email: `person${at + 1}@kopi.example`,
        invitation_id: detail === null ? INVITATION : null,
        code: detail === null ? null : 'already_member',
        detail,
      })),
    },
  });

  test('several people are invited at once; each line has its own result', async () => {
    mockEndpoint('POST /users/invitations/bulk', () => results(null, 'This person is a user already.'));
    const { user, dialog } = await openInvite();
    await user.click(within(dialog).getByRole('button', { name: 'Send invitations' }));
    expect(within(dialog).getByText('Enter at least one email.')).toBeVisible();
    expect(within(dialog).getByText('Choose a role.')).toBeVisible();
    await user.type(
      within(dialog).getByRole('textbox', { name: /Emails/ }),
      'person1@kopi.example; person2@kopi.example',
    );
    await user.click(within(dialog).getByRole('combobox', { name: /Role/ }));
    await user.click(await screen.findByRole('option', { name: 'Operator' }));
    await user.type(within(dialog).getByRole('textbox', { name: 'Message' }), 'Welcome');
    await user.click(within(dialog).getByRole('button', { name: 'Send invitations' }));
    expect(await within(dialog).findByText('1 of 2 invitations sent')).toBeVisible();
    expect(within(dialog).getByText('This person is a user already.')).toBeVisible();
    expect(readBody('/users/invitations/bulk')).toEqual({
      invitations: [
        { email: 'person1@kopi.example', role: 'operator' },
        { email: 'person2@kopi.example', role: 'operator' },
      ],
      message: 'Welcome',
    });
  });

  test.each([
    ['commas', 'email,role\r\n"person1@kopi.example","Cashier"\r\nperson2@kopi.example,operator\r\n'],
    ['semicolons', '\uFEFFemail;role\nperson1@kopi.example;Cashier\nperson2@kopi.example;operator'],
    ['tabs', 'person1@kopi.example\tCashier\nperson2@kopi.example\toperator\n'],
  ])('a CSV file with %s is read, counted and sent', async (_name, text) => {
    mockEndpoint('POST /users/invitations/bulk', () => results(null, null));
    const { user, dialog } = await openInvite();
    const input = dialog.ownerDocument.querySelector<HTMLInputElement>('input[type=file]')!;
    await user.upload(input, new File([text], 'team.csv', { type: 'text/csv' }));
    expect(await within(dialog).findByText('team.csv: 2 people')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Send invitations' }));
    expect(await within(dialog).findByText('2 of 2 invitations sent')).toBeVisible();
    expect(readBody('/users/invitations/bulk')).toEqual({
      invitations: [
        { email: 'person1@kopi.example', role: 'Cashier' },
        { email: 'person2@kopi.example', role: 'operator' },
      ],
    });
  });

  test('a file without people is refused before it is sent', async () => {
    const { user, dialog } = await openInvite();
    const input = dialog.ownerDocument.querySelector<HTMLInputElement>('input[type=file]')!;
    await user.upload(input, new File(['name,role\nBudi,operator\n'], 'team.csv', { type: 'text/csv' }));
    expect(await within(dialog).findByText('The file has no lines with an email and a role.')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Send invitations' }));
    expect(requestsTo('/users/invitations/bulk')).toEqual([]);
  });

  test('an invitation is resent at once, and revoked after a question', async () => {
    mockEndpoint(`POST /users/invitations/${INVITATION}/resend`, () => ({ json: { data: invitation } }));
    mockEndpoint(`DELETE /users/invitations/${INVITATION}`, () => ({ status: 204 }));
    const { user } = openApp('/users?tab=invitations');
    await user.click(await screen.findByRole('button', { name: 'Resend the invitation to rina@kopi.example' }));
    expect(await screen.findByText('Invitation resent')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Revoke the invitation to rina@kopi.example' }));
    const dialog = await screen.findByRole('dialog', { name: 'Revoke invitation' });
    await user.click(within(dialog).getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('Invitation revoked')).toBeVisible();
  });
});

describe('roles', () => {
  test('a custom role is composed of one level per group, at most one’s own', async () => {
    signIn({
      access: [
        { group: 'Users', access: 'manage' },
        { group: 'Refunds', access: 'manage' },
      ],
    });
    mockEndpoint('POST /roles', () => ({ status: 201, json: { data: ROLES[2]! } }));
    const { user } = openApp('/users?tab=roles');
    await user.click(await screen.findByRole('button', { name: 'Create role' }));
    const dialog = await screen.findByRole('dialog', { name: 'Create role' });
    const submit = within(dialog).getByRole('button', { name: 'Create role' });
    await user.click(submit);
    expect(within(dialog).getByText('Enter a name for the role.')).toBeVisible();
    await user.type(within(dialog).getByRole('textbox', { name: /Name/ }), 'Refund team');
    expect(within(dialog).getByRole('radio', { name: 'Refunds: Approve' })).toBeDisabled();
    expect(within(dialog).getByRole('radio', { name: 'Transactions: View' })).toBeDisabled();
    await user.click(within(dialog).getByRole('radio', { name: 'Refunds: Manage' }));
    await user.click(within(dialog).getByRole('checkbox', { name: 'Mask contact data of customers' }));
    await user.click(submit);
    expect(await screen.findByText('Role created')).toBeVisible();
    const sent = readBody(
      '/roles',
      requestsTo('/roles').findIndex(({ method }) => method === 'POST'),
    ) as {
      name: string;
      access: { group: string; access: string }[];
      is_masked: boolean;
    };
    expect([sent.name, sent.is_masked]).toEqual(['Refund team', true]);
    expect(sent.access.filter(({ access }) => access !== 'disabled')).toEqual([{ group: 'Refunds', access: 'manage' }]);
  });

  test('presets are shown only; a custom role is edited, and deleted when nobody has it', async () => {
    mockEndpoint(`PUT /roles/${CASHIER}`, () => ({ json: { data: ROLES[2]! } }));
    mockEndpoint(`DELETE /roles/${CASHIER}`, () => ({ status: 204 }));
    const { user } = openApp('/users?tab=roles');
    await user.click(await screen.findByRole('button', { name: 'View role Operator' }));
    const preset = await screen.findByRole('dialog', { name: 'Operator' });
    expect(within(preset).getByRole('radio', { name: 'Transactions: Manage' })).toBeChecked();
    expect(within(preset).getByRole('radio', { name: 'Transactions: View' })).toBeDisabled();
    await user.click(within(preset).getAllByRole('button', { name: 'Close' }).at(-1)!);
    expect(screen.queryByRole('button', { name: 'Delete role Operator' })).not.toBeInTheDocument();

    await user.click(screen.getByRole('button', { name: 'Edit role Cashier' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit role' });
    await user.click(within(dialog).getByRole('radio', { name: 'Transactions: View' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Role saved')).toBeVisible();

    await user.click(screen.getByRole('button', { name: 'Delete role Cashier' }));
    const question = await screen.findByRole('dialog', { name: 'Delete role' });
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Role deleted')).toBeVisible();
  });
});

test('the screen is in Indonesian', async () => {
  signIn({ locale: 'id' });
  openApp('/users');
  expect(await screen.findByRole('heading', { name: 'Pengguna' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Undang pengguna' })).toBeVisible();
});
