/** Tries credentials at the bank with two calls that change nothing: an access token, and a signed status inquiry. */
import { type VaBank, buildVaNumber, getVaBank } from '@dasbor/contract/bank';
import { SNAP_PATHS, SNAP_SERVICES, type SnapCall, getSnapMethod, snapResponse } from '@dasbor/contract/snap';
import { toVaFields } from '@dasbor/contract/snap-va';
import { newExternalId } from './external-id.ts';
import { isDefinite } from './response-rules.ts';
import { SnapTokenError, type SnapTransportOptions, createSnapTransport } from './snap-transport.ts';

/** `rejected`: the bank refused the token request or the signature; `unreachable`: it said nothing about them. */
export type ProbeOutcome = 'accepted' | 'rejected' | 'unreachable';

export async function probeCredentials(options: SnapTransportOptions, channel: 'QRIS' | VaBank): Promise<ProbeOutcome> {
  const transport = createSnapTransport(options);
  try {
    await transport.obtainToken();
  } catch (error) {
    return error instanceof SnapTokenError && error.http_status >= 400 && error.http_status < 500
      ? 'rejected'
      : 'unreachable';
  }
  const external_id = newExternalId(options.clock.now());
  const { call, body } = buildInquiry(channel, external_id);
  const request = { method: getSnapMethod(call), path: SNAP_PATHS[call], external_id };
  const { reply } = await transport.send(request, JSON.stringify(body));
  if (reply === null) return 'unreachable';
  if (reply.http_status === 401) return 'rejected';
  const head = snapResponse.safeParse(reply.body);
  return head.success && isDefinite(reply.http_status, head.data.responseCode) ? 'accepted' : 'unreachable';
}

/** An inquiry about something that the bank does not have. */
function buildInquiry(channel: 'QRIS' | VaBank, reference: string): { call: SnapCall; body: object } {
  if (channel === 'QRIS') {
    const body = { originalPartnerReferenceNo: reference, serviceCode: SNAP_SERVICES.qr_mpm_generate };
    return { call: 'qr_mpm_query', body };
  }
  const fields = toVaFields(buildVaNumber(channel, '00000', '0'), getVaBank(channel).company_code);
  return { call: 'va_status', body: { ...fields, trxId: reference } };
}
