import { makeFolder } from '@dapikit/platform/make-folder';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { GatewayError } from '../../base/gateway-error.js';

/** Describes a certificate chain and its private key, both PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** Reports a certificate that cannot be used: with the file, the problem and the fix. */
export class CertificateError extends GatewayError {
  override readonly name = 'CertificateError';
}

const VALID_DAYS = 825;
const RENEW_BEFORE_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * Loads the certificate and key of two PEM files.
 * @throws {CertificateError} when one cannot be read, with the error of the file system as its cause, or they do not belong together.
 */
export async function loadCertificate(certFile: string, keyFile: string): Promise<Certificate> {
  const certificate = { cert: await readPem('tls-cert', certFile), key: await readPem('tls-key', keyFile) };
  const problem = certificateProblem(certificate);
  if (problem) throw new CertificateError(`${certFile} and ${keyFile} cannot be used: ${problem}`);
  return certificate;
}

/**
 * Returns the self-signed certificate stored in `directory`; makes a new one when there is none, or when it expires soon.
 * @param now the present, in milliseconds since the epoch
 * @throws {CertificateError} when the directory cannot be written.
 */
export async function storedSelfSignedCertificate(directory: string, now: number): Promise<Certificate> {
  const stored = await storedCertificate(directory, now);
  if (stored) return stored;
  const made = await makeSelfSignedCertificate(now);
  try {
    return await store(made, directory, now);
  } catch (error) {
    throw new CertificateError(
      `the self-signed certificate cannot be stored in ${directory}: ${messageOf(error)}. Name a directory that can be written with --state-dir`,
      { cause: error },
    );
  }
}

const CERT_FILE = 'cert.pem';
const KEY_FILE = 'key.pem';

async function storedCertificate(directory: string, now: number): Promise<Certificate | undefined> {
  try {
    const stored = {
      cert: await readFile(join(directory, CERT_FILE), 'utf8'),
      key: await readFile(join(directory, KEY_FILE), 'utf8'),
    };
    if (certificateProblem(stored) !== undefined) return undefined;
    const expires = Date.parse(new X509Certificate(stored.cert).validTo);
    return expires - now > RENEW_BEFORE_DAYS * DAY_MS ? stored : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Puts a certificate and its key in `directory`, both at once, so that of gateways that start together none finds the one
 * without the other; returns the files that exist in the end, which another gateway may have written first.
 */
async function store(made: Certificate, directory: string, now: number): Promise<Certificate> {
  makeFolder(dirname(directory), 0o700);
  const draft = await mkdtemp(`${directory}.`);
  const replaced = `${draft}.replaced`;
  try {
    await writeFile(join(draft, KEY_FILE), made.key, { mode: 0o600 });
    await writeFile(join(draft, CERT_FILE), made.cert, { mode: 0o644 });
    if (await isMoved(draft, directory)) return made;
    const stored = await storedCertificate(directory, now);
    if (stored) return stored;
    await isMoved(directory, replaced);
    return (await isMoved(draft, directory)) ? made : ((await storedCertificate(directory, now)) ?? made);
  } finally {
    await rm(draft, { recursive: true, force: true });
    await rm(replaced, { recursive: true, force: true });
  }
}

/** Error codes of a rename where another file is at the new place, or none at the old one. */
const OUTRUN: ReadonlySet<unknown> = new Set(['ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EPERM', 'ENOENT']);

/** Renames `from` to `to`; returns false when another gateway was faster. */
async function isMoved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && OUTRUN.has(error.code)) return false;
    throw error;
  }
}

/** Makes a certificate for this machine's loopback names, signed by its own key. */
async function makeSelfSignedCertificate(now: number): Promise<Certificate> {
  const { default: selfsigned } = await import('selfsigned');
  const { cert, private: key } = await selfsigned.generate(
    [{ name: 'commonName', value: 'dapikit self-signed' }],
    {
      keyType: 'ec',
      curve: 'P-256',
      algorithm: 'sha256',
      notBeforeDate: new Date(now - DAY_MS),
      notAfterDate: new Date(now + VALID_DAYS * DAY_MS),
      extensions: [
        { name: 'basicConstraints', cA: false, critical: true },
        { name: 'keyUsage', digitalSignature: true, critical: true },
        { name: 'extKeyUsage', serverAuth: true },
        {
          name: 'subjectAltName',
          altNames: [
            { type: 2, value: 'localhost' },
            { type: 7, ip: '127.0.0.1' },
            { type: 7, ip: '::1' },
          ],
        },
      ],
    },
  );
  return { cert, key };
}

function certificateProblem({ cert, key }: Certificate): string | undefined {
  try {
    const isPair = new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
    if (!isPair) return 'the key is not that of the certificate';
    createSecureContext({ cert, key });
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

async function readPem(setting: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CertificateError(`${setting}: ${file} cannot be read: ${messageOf(error)}`, { cause: error });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
