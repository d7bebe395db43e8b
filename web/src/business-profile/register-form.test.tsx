/** The registration form: its steps save themselves, name what is missing, and end with the submission. */
import type { BusinessProfile } from '@dasbor/contract/business-profile';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findEnglishTexts } from '../test/english-texts.ts';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { buildMissingItem, buildProfile } from '../test/profile-fixtures.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const heading = (name: string) => screen.findByRole('heading', { level: 2, name });
const step = (name: RegExp) => within(screen.getByRole('navigation', { name: 'Steps' })).getByRole('button', { name });
const box = (name: string) => screen.getByRole('textbox', { name });
const bodies = (path: string) =>
  requestsTo(path).flatMap(({ body }) => (body === '' ? [] : [JSON.parse(body) as object]));

function openForm(profile: BusinessProfile, kind: 'personal' | 'enterprise' = 'personal') {
  signIn();
  mockEndpoint('GET /business-profile', () => ({ json: { data: profile } }));
  mockEndpoint('GET /regions', () => ({ json: { data: [] } }));
  return openApp(`/register-form/${kind}`);
}

const NO_DESCRIPTION = buildProfile({
  fields: { ...buildProfile().fields, description: null },
  missing: [buildMissingItem('business', 'description', 'Description is missing.')],
});

test('opens the first step with something missing, and marks the complete ones', async () => {
  openForm(buildProfile({ missing: [buildMissingItem('address', 'postal_code', 'Postal code is missing.')] }));
  await heading('Address');
  expect(step(/^Address/)).toHaveAttribute('aria-current', 'step');
  expect(step(/^Business/)).toHaveAccessibleName(/^Business ?\(complete\)$/);
  expect(step(/^Address/)).toHaveAccessibleName('Address');
  expect(screen.queryByRole('button', { name: /^Legal/ })).toBeNull();
});

test('a company also enters its legal data', async () => {
  openForm(buildProfile({ missing: [buildMissingItem('legal', 'npwp', 'NPWP is missing.')] }), 'enterprise');
  expect(await heading('Legal data')).toBeVisible();
});

test('a step is saved by its button, and stays while something is missing', async () => {
  const { user } = openForm(NO_DESCRIPTION);
  mockEndpoint('PUT /business-profile/business', () => ({ json: { data: NO_DESCRIPTION } }));
  await heading('Business');
  await user.click(screen.getByRole('button', { name: 'Save and continue' }));
  expect(await screen.findByText('Description is missing.')).toBeVisible();
  await waitFor(() => expect(box('Description (required)')).toHaveFocus());
  mockEndpoint('PUT /business-profile/business', () => ({ json: { data: buildProfile() } }));
  await user.type(box('Description (required)'), 'Nasi dan sayur');
  await user.click(screen.getByRole('button', { name: 'Save and continue' }));
  await heading('Address');
  expect(bodies('/business-profile/business').at(-1)).toMatchObject({
    description: 'Nasi dan sayur',
    entity_type: 'individual',
  });
});

test('a step that is left by another way is saved as well; an unchanged one is not', async () => {
  const { user } = openForm(NO_DESCRIPTION);
  mockEndpoint('PUT /business-profile/business', () => ({ json: { data: NO_DESCRIPTION } }));
  await heading('Business');
  await user.click(step(/^People/));
  await heading('People');
  expect(requestsTo('/business-profile/business')).toHaveLength(0);
  await user.click(step(/^Business/));
  await heading('Business');
  await user.type(box('Website or social media'), 'warung.example');
  await user.click(step(/^Documents/));
  const title = await heading('Documents');
  expect(bodies('/business-profile/business')).toMatchObject([{ website: 'warung.example' }]);
  expect(title).toHaveFocus();
});

test('what the server refuses stays at its field, and leaving asks first', async () => {
  const { user } = openForm(NO_DESCRIPTION);
  const detail = 'Enter a valid email address.';
  mockEndpoint('PUT /business-profile/business', () => ({
    status: 400,
    json: { detail: 'Invalid input.', code: 'invalid_input', errors: [{ field: 'cs_email', detail }] },
  }));
  await heading('Business');
  await user.type(box('Customer service email'), 'not an email');
  await user.click(step(/^Documents/));
  const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await user.click(within(question).getByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText(detail)).toBeVisible();
  expect(box('Customer service email')).toHaveValue('not an email');
  await user.click(step(/^Documents/));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave' }));
  await heading('Documents');
});

test('the last step lists what is missing with links to the steps, and submits a complete profile', async () => {
  const { user, router } = openForm(NO_DESCRIPTION);
  await heading('Business');
  await user.click(step(/^Review/));
  expect(await screen.findByText('1 item is missing')).toBeVisible();
  const submit = () => screen.getByRole('button', { name: 'Submit for verification' });
  expect(submit()).toHaveAttribute('aria-disabled', 'true');
  const status = screen.getByRole('region', { name: 'Verification' });
  await user.click(within(status).getByRole('button', { name: 'Business' }));
  await heading('Business');
  mockEndpoint('PUT /business-profile/business', () => ({ json: { data: buildProfile() } }));
  await user.type(box('Description (required)'), 'Nasi');
  await user.click(step(/^Review/));
  expect(await screen.findByText('Everything required is complete.')).toBeVisible();
  const submitted = buildProfile({ verification_status: 'submitted', status: 'pending_review', is_locked: true });
  mockEndpoint('POST /business-profile/submit', () => ({ json: { data: submitted } }));
  mockEndpoint('GET /business-profile', () => ({ json: { data: submitted } }));
  await user.click(submit());
  const question = await screen.findByRole('dialog', { name: 'Submit for verification?' });
  await user.click(within(question).getByRole('button', { name: 'Submit for verification' }));
  await heading('Profile submitted');
  expect(router.state.location.pathname).toBe('/register-flow');
});

test('a role that may not change the profile reads why', async () => {
  signIn({ role: 'support' });
  mockEndpoint('GET /business-profile', () => ({ json: { data: NO_DESCRIPTION } }));
  openApp('/register-form/personal');
  expect(await screen.findByText(/Only a user who may change the business profile/)).toBeVisible();
});

test.each(['/register-flow', '/register-form/personal', '/register-form/enterprise'])(
  '%s in Indonesian',
  async (path) => {
    signIn({ locale: 'id' });
    mockEndpoint('GET /business-profile', () => ({ json: { data: buildProfile() } }));
    openApp(path);
    await screen.findByRole('heading', { level: 1 });
    await screen.findByRole('button', { name: 'Keluar' });
    expect(findEnglishTexts()).toEqual([]);
  },
);
