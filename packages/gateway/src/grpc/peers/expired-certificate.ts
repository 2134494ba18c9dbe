import { X509Certificate } from 'node:crypto';
import type { SessionOptions } from 'node:http2';
import { isIP } from 'node:net';
import { connect, rootCertificates, type SecureContextOptions, type TLSSocket } from 'node:tls';

const EXPIRED = 'CERT_HAS_EXPIRED';
const HTTPS = 443;
const MAX_CHAIN = 6;
const MAX_CAUSES = 8;

/**
 * Connects to a server of HTTP/2 whose certificate may have expired. One that no known authority issued, or that names another host, ends the connection before a request is sent.
 * @param options `ca`: authorities in PEM in the place of those of Node
 */
export function connectDespiteExpiry(
  { hostname, port }: URL,
  options: SessionOptions & Pick<SecureContextOptions, 'ca'> = {},
): TLSSocket {
  const { ca } = options;
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const socket = connect({
    host,
    port: port === '' ? HTTPS : Number(port),
    ALPNProtocols: ['h2'],
    rejectUnauthorized: false,
    // Addresses have no place there.
    ...(isIP(host) === 0 && { servername: host }),
    ...(ca !== undefined && { ca }),
  });
  socket.once('secureConnect', () => {
    const fault = faultOf(socket, host, ca);
    // The session takes the socket over first, and ends with it.
    if (fault !== undefined) process.nextTick(() => socket.destroy(fault));
  });
  return socket;
}

function faultOf(socket: TLSSocket, host: string, ca: SecureContextOptions['ca']): Error | undefined {
  if (socket.authorized) return undefined;
  const error: unknown = socket.authorizationError;
  const code = error instanceof Error && 'code' in error ? error.code : error;
  const certificate = socket.getPeerX509Certificate();
  // Of several errors the last one is reported: an expired certificate may have an unknown issuer as well.
  if (code !== EXPIRED || certificate === undefined || !isIssuedBy(rootsOf(ca), certificate))
    return new Error(`the certificate of ${host} is not trusted: ${String(code)}`);
  const named = isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host);
  return named === undefined ? new Error(`the certificate of ${host} names another host`) : undefined;
}

/** Returns whether a chain of issuers leads from a certificate to one of some authorities. */
function isIssuedBy(roots: readonly X509Certificate[], certificate: X509Certificate): boolean {
  let at = certificate;
  for (let depth = 0; depth < MAX_CHAIN; depth += 1) {
    if (roots.some((root) => isIssuer(root, at))) return true;
    const issuer = at.issuerCertificate;
    if (issuer?.ca !== true || issuer.fingerprint256 === at.fingerprint256 || !isIssuer(issuer, at))
      return false;
    at = issuer;
  }
  return false;
}

const isIssuer = (issuer: X509Certificate, certificate: X509Certificate): boolean =>
  certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

let known: readonly X509Certificate[] | undefined;

function rootsOf(ca: SecureContextOptions['ca']): readonly X509Certificate[] {
  if (ca !== undefined) return [ca].flat().map((pem) => new X509Certificate(pem));
  known ??= rootCertificates.map((pem) => new X509Certificate(pem));
  return known;
}

/** Returns whether an error, or one that caused it, says that a certificate has expired. */
export function isExpiry(error: unknown): boolean {
  let at = error;
  for (let depth = 0; at instanceof Error && depth < MAX_CAUSES; depth += 1) {
    if ('code' in at && at.code === EXPIRED) return true;
    at = at.cause;
  }
  return false;
}
