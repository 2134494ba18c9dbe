import { join } from 'node:path';
import type { GatewayParts } from './gateway-parts.js';
import type { GatewaySettings } from './settings/settings.js';
import {
  loadCertificate,
  storedSelfSignedCertificate,
  type Certificate,
} from './transport/server/certificate.js';
import { watchFiles } from './transport/server/watch-files.js';

/** Interval at which the files of the certificate are polled. */
const POLL_INTERVAL_MS = 1_000;

/**
 * Returns the certificate of the settings; a self-signed one, which is stored, where they name none.
 * @throws {CertificateError} (it rejects) when it cannot be had
 */
export function certificateOf(
  { tls, stateDirectory }: Pick<GatewaySettings, 'tls' | 'stateDirectory'>,
  now: () => number,
): Promise<Certificate> {
  return tls
    ? loadCertificate(tls.certFile, tls.keyFile)
    : storedSelfSignedCertificate(join(stateDirectory, 'tls'), now());
}

/**
 * Reloads the certificate when its files change, and logs the outcome. Watches nothing where the settings name no files.
 * @param use takes the new certificate, for later connections
 * @returns a function that stops watching
 */
export function watchCertificate(
  { tls }: Pick<GatewaySettings, 'tls'>,
  { log, metrics }: Pick<GatewayParts, 'log' | 'metrics'>,
  use: (certificate: Certificate) => void,
): () => void {
  if (tls === undefined) return () => undefined;
  const { certFile, keyFile } = tls;
  const renew = async (): Promise<void> => {
    try {
      use(await loadCertificate(certFile, keyFile));
      metrics?.reloaded('applied');
      log.info({ certFile }, 'certificate reloaded');
    } catch (error) {
      metrics?.reloaded('rejected');
      log.error({ err: error }, 'certificate not reloaded; the current one stays');
    }
  };
  return watchFiles([certFile, keyFile], POLL_INTERVAL_MS, () => void renew());
}
