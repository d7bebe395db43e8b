import type { ApprovalPolicy } from '@dasbor/contract/approval';
import type { Approver } from '@dasbor/contract/approval-fields';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const TREASURY = 'rol_01kaj6x7v3q2m8n4p5r6s70001';
const GONE = 'rol_01kaj6x7v3q2m8n4p5r6s70002';
const SARI = 'usr_01kaj6x7v3q2m8n4p5r6s70003';

type Policy = ApprovalPolicy & { approvers: Approver[]; role_names: Record<string, string>; is_approvable: boolean };
const APPROVERS: Approver[] = [
  { user_id: SARI, name: 'Sari Wulandari', role: 'approver' },
  { user_id: 'usr_01kaj6x7v3q2m8n4p5r6s70004', name: 'Budi Santoso', role: TREASURY },
];
const policy = (subject_type: Policy['subject_type'], part: Partial<Policy> = {}): Policy => ({
  subject_type,
  version: 0,
  tiers: [{ amount_from: 0, approvals_required: 1, roles: [], user_ids: [] }],
  daily_limit: null,
  expires_after_hours: 72,
  changed_by: null,
  changed_at: null,
  approvers: APPROVERS,
  is_approvable: true,
  role_names: { [TREASURY]: 'Treasury' },
  ...part,
});
const REFUNDS = policy('refund', {
  version: 2,
  tiers: [
    { amount_from: 0, approvals_required: 1, roles: [TREASURY, GONE], user_ids: [] },
    { amount_from: 5_000_000, approvals_required: 2, roles: ['approver'], user_ids: [SARI] },
  ],
  daily_limit: 20_000_000,
});

let policies: Policy[];
beforeEach(() => {
  policies = [REFUNDS, policy('payout_account')];
  mockEndpoint('GET /approval-policies', () => ({ json: { data: policies } }));
});
const card = (name: string) => screen.findByRole('region', { name });

test('each policy says who approves which amounts, with roles by their names', async () => {
  signIn();
  openApp('/settings?tab=approvals');
  const refunds = await card('Refund');
  expect(refunds).toHaveTextContent('Version 2');
  expect(refunds).toHaveTextContent('1 approval: Treasury, Deleted role');
  expect(refunds).toHaveTextContent('From Rp 5.000.000');
  expect(refunds).toHaveTextContent('2 approvals: Approver, Sari Wulandari');
  expect(refunds).toHaveTextContent('Rp 20.000.000');
  const account = await card('Settlement account');
  expect(account).toHaveTextContent('1 approval: Anyone with approval access');
  expect(account).not.toHaveTextContent('Daily limit');
});

test('a policy that too few active people can approve under says so', async () => {
  policies = [{ ...REFUNDS, is_approvable: false }, policy('payout_account')];
  signIn();
  openApp('/settings?tab=approvals');
  expect(await card('Refund')).toHaveTextContent('Too few active people can approve under this policy');
  expect(await card('Settlement account')).not.toHaveTextContent('Too few active people');
});

test('a policy is edited by tiers and saved with the version that was read', async () => {
  signIn();
  mockEndpoint('PUT /approval-policies/refund', () => {
    policies = [{ ...REFUNDS, version: 3 }, policy('payout_account')];
    return { json: { data: policies[0]! } };
  });
  const { user } = openApp('/settings?tab=approvals');
  await user.click(within(await card('Refund')).getByRole('button', { name: 'Edit policy' }));
  const dialog = await screen.findByRole('dialog', { name: 'Approval policy: Refund' });
  await user.click(within(dialog).getByRole('button', { name: 'Add amount tier' }));
  const third = within(dialog).getByRole('group', { name: 'Tier 3' });
  await user.type(within(third).getByRole('textbox', { name: /From amount/ }), '1000000');
  await user.click(within(dialog).getByRole('button', { name: 'Save policy' }));
  expect(await within(third).findByText('Enter an amount above the previous tier.')).toBeVisible();
  expect(requestsTo('/approval-policies/refund')).toEqual([]);

  await user.click(within(third).getByRole('button', { name: 'Remove tier' }));
  await user.click(within(within(dialog).getByRole('group', { name: 'Tier 1' })).getByRole('radio', { name: '2' }));
  const hours = within(dialog).getByRole('textbox', { name: /Hours until/ });
  await user.clear(hours);
  await user.type(hours, '24');
  await user.click(within(dialog).getByRole('button', { name: 'Save policy' }));
  expect(await screen.findByText('Approval policy saved')).toBeVisible();
  const [sent] = requestsTo('/approval-policies/refund');
  expect(JSON.parse(sent?.body ?? '')).toMatchObject({
    version: 2,
    tiers: [{ amount_from: 0, approvals_required: 2, roles: [TREASURY, GONE] }, { amount_from: 5_000_000 }],
    daily_limit: 20_000_000,
    expires_after_hours: 24,
  });
  await waitFor(async () => expect(await card('Refund')).toHaveTextContent('Version 3'));
});

test('a refusal of the server stays in the dialog, in the language of the reader', async () => {
  signIn({ locale: 'id' });
  mockEndpoint('PUT /approval-policies/payout_account', () => ({
    status: 409,
    json: { code: 'policy_changed', detail: 'Kebijakan ini sudah diubah orang lain. Muat ulang lalu coba lagi.' },
  }));
  const { user } = openApp('/settings?tab=approvals');
  await user.click(within(await card('Rekening settlement')).getByRole('button', { name: 'Ubah kebijakan' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).queryByRole('button', { name: 'Tambah tingkat jumlah' })).not.toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Simpan kebijakan' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('sudah diubah orang lain');
});

test('a role that views users sees the policies and cannot edit them', async () => {
  signIn({ access: [{ group: 'Users', access: 'view' }] });
  openApp('/settings?tab=approvals');
  expect(within(await card('Refund')).getByRole('button', { name: 'Edit policy' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});
