/** Passkeys as the browser's WebAuthn API sends them. The server verifies their content. */
import { z } from 'zod';

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/);

const common = {
  id: base64url(1_400).describe('Credential id, base64url'),
  rawId: base64url(1_400).describe('Credential id, base64url'),
  type: z.literal('public-key').describe('Type of the credential'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional().describe('Where the authenticator is'),
  clientExtensionResults: z
    .record(z.string(), z.unknown())
    .meta({ examples: [{}] })
    .describe('Results of WebAuthn extensions'),
};

/** Answer of `navigator.credentials.get`. */
export const passkeyAssertion = z.strictObject({
  ...common,
  response: z
    .strictObject({
      clientDataJSON: base64url(4_000).describe('What the browser signed, base64url'),
      authenticatorData: base64url(4_000).describe('State of the authenticator, base64url'),
      signature: base64url(2_000).describe('Signature, base64url'),
      userHandle: base64url(200).optional().describe('Id of the user, base64url'),
    })
    .describe('What the authenticator signed'),
});
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;

/** Answer of `navigator.credentials.create`. */
export const passkeyRegistration = z.strictObject({
  ...common,
  response: z
    .strictObject({
      clientDataJSON: base64url(4_000).describe('What the browser signed, base64url'),
      attestationObject: base64url(20_000).describe('The new key, base64url'),
      authenticatorData: base64url(4_000).optional().describe('State of the authenticator, base64url'),
      transports: z
        .array(
          z
            .string()
            .max(20)
            .regex(/^[a-z-]+$/),
        )
        .max(10)
        .optional()
        .describe('How the browser reaches the authenticator'),
      publicKeyAlgorithm: z.int().optional().describe('COSE algorithm of the key'),
      publicKey: base64url(4_000).optional().describe('The public key, base64url'),
    })
    .describe('What the authenticator created'),
});
export type PasskeyRegistration = z.infer<typeof passkeyRegistration>;

/** Options for the browser's WebAuthn API, as the server's library builds them. */
export const passkeyOptions = z.record(z.string(), z.unknown()).describe('Options for the WebAuthn API of the browser');
