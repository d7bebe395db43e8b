/** Endpoints that register further partners and rotate their secrets. A real bank does this by contract. */
import { createPublicKey } from 'node:crypto';
import { localized } from '@dasbor/contract/language';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { BankContext } from './bank.ts';
import {
  type RegisteredPartner,
  findPartner,
  insertPartner,
  issueNextSecrets,
  listPartners,
  activateNextSecrets,
  updatePartnerKey,
} from './partners.ts';
import { SimulationError } from './payment.ts';

const UNKNOWN_PARTNER = localized('This partner is not registered.', 'Mitra ini tidak terdaftar.');

const newPartner = z.strictObject({ name: z.string().trim().min(1).max(100).describe('Name of the partner') });
const partnerKey = z.strictObject({
  partner_public_key_pem: z
    .string()
    .refine(isRsaKey, 'must be an RSA public key in PEM')
    .describe('Key of the partner'),
});

function isRsaKey(pem: string): boolean {
  try {
    return createPublicKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

type PartnerParams = { Params: { client_key: string } };

export function registerPartnerRoutes(app: FastifyInstance, { database, clock }: BankContext): void {
  const getPartner = (client_key: string): RegisteredPartner => {
    const partner = findPartner(database, client_key);
    if (partner === null) throw new SimulationError(404, 'unknown_partner', UNKNOWN_PARTNER);
    return partner;
  };

  app.get('/simulate/partners', async () => ({ data: listPartners(database).map(toView) }));

  app.post('/simulate/partners', async (request) =>
    toHandover(insertPartner(database, newPartner.parse(request.body).name, clock())),
  );

  app.put<PartnerParams>('/simulate/partners/:client_key/key', async ({ params, body }) => {
    getPartner(params.client_key);
    updatePartnerKey(database, params.client_key, partnerKey.parse(body).partner_public_key_pem);
    return toView(getPartner(params.client_key));
  });

  app.post<PartnerParams>('/simulate/partners/:client_key/rotate', async ({ params }) => {
    getPartner(params.client_key);
    issueNextSecrets(database, params.client_key);
    return toHandover(getPartner(params.client_key));
  });

  app.post<PartnerParams>('/simulate/partners/:client_key/switch', async ({ params }) => {
    getPartner(params.client_key);
    activateNextSecrets(database, params.client_key);
    return toView(getPartner(params.client_key));
  });
}

const toView = ({ client_key, name, bank_client_key, partner_public_key_pem, ...row }: RegisteredPartner) => ({
  client_key,
  name,
  bank_client_key,
  is_key_set: partner_public_key_pem !== null,
  is_rotating: row.next_client_secret !== null,
  created_at: new Date(row.created_at).toISOString(),
});

/** Credentials for the partner: its newest secrets and the public key of the bank. */
const toHandover = (row: RegisteredPartner) => ({
  ...toView(row),
  client_secret: row.next_client_secret ?? row.client_secret,
  bank_client_secret: row.next_bank_client_secret ?? row.bank_client_secret,
  bank_public_key_pem: row.bank_public_key_pem,
});
