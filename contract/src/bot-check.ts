/** Bot check of public forms: a proof of work (ALTCHA) that a browser solves in less than a second. */
import { z } from 'zod';
import { route } from './route.ts';

/** The solution of a challenge: base64 of the JSON `{challenge, solution}` of ALTCHA version 2. */
export const bot_check = z
  .string()
  .min(1)
  .max(2_000)
  .describe('Solved challenge of `GET /bot-check`: base64 of the JSON `{challenge, solution}`. Each is accepted once');

export const createBotCheck = route({
  name: 'createBotCheck',
  method: 'GET',
  path: '/bot-check',
  summary: 'Retrieve a proof-of-work challenge (ALTCHA) for a public form',
  access: 'public',
  output: z.object({
    parameters: z
      .object({
        algorithm: z.string().describe('Key derivation of the proof of work'),
        cost: z.number().int().describe('Iterations of one derivation'),
        data: z.record(z.string(), z.union([z.string(), z.number()])).describe('`expires_at`: end of validity'),
        keyLength: z.number().int().describe('Bytes of a derived key'),
        keyPrefix: z.string().describe('Prefix of the derived key that solves the challenge, in hex'),
        keySignature: z.string().describe('Signature of the solution'),
        nonce: z.string().describe('Random value, in hex'),
        salt: z.string().describe('Salt of the derivation, in hex'),
      })
      .describe('Signed parameters of the challenge'),
    signature: z.string().describe('Signature of the parameters'),
  }),
});
