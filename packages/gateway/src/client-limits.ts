import { openAdmission, type Admission } from './admission/limits/admission.js';
import { clientAddresses, type ClientAddresses } from './admission/limits/client-address.js';
import type { LimitSettings } from './admission/limits/limit-settings.js';
import { MIN_BURST } from './admission/limits/rate-limit.js';
import type { GatewayParts } from './gateway-parts.js';

/** Identifies clients and limits them. */
export interface ClientLimits {
  readonly addresses: ClientAddresses;
  readonly admission: Admission | undefined;
}

/**
 * Opens the limits of clients.
 * @throws {RangeError} (it rejects) for a limit, a proxy or the URL of a backend that is none; {ApiKeysError}; {MissingPackageError}
 */
export async function openLimits(
  settings: LimitSettings,
  { log }: Pick<GatewayParts, 'log'>,
): Promise<ClientLimits> {
  const addresses = clientAddresses(settings);
  const admission = await openAdmission(settings, { addresses, log, minBurst: MIN_BURST });
  return { addresses, admission };
}
