import { X509Certificate } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CertificateError, storedSelfSignedCertificate, loadCertificate } from './certificate.js';

const NOW = Date.UTC(2026, 0, 15, 12);
const DAY = 86_400_000;

let root: string;
let directory: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dapikit-certificate-'));
  directory = join(root, 'state', 'tls');
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

const certFile = () => join(directory, 'cert.pem');
const keyFile = () => join(directory, 'key.pem');

describe('the self-signed certificate', () => {
  it('is issued for the loopback names and signed by its own key', async () => {
    const { cert } = await storedSelfSignedCertificate(directory, NOW);
    const x509 = new X509Certificate(cert);
    expect(x509.verify(x509.publicKey)).toBe(true);
    expect(x509.checkHost('localhost')).toBe('localhost');
    expect(x509.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(x509.checkIP('::1')).toBe('::1');
    expect(x509.checkHost('example.org')).toBeUndefined();
    expect(x509.ca).toBe(false);
    expect(Date.parse(x509.validFrom)).toBeLessThan(NOW);
    expect(Date.parse(x509.validTo)).toBe(NOW + 825 * DAY);
  });

  it('is stored with its key readable by the owner only, and without other files', async () => {
    const { cert, key } = await storedSelfSignedCertificate(directory, NOW);
    expect(await readFile(certFile(), 'utf8')).toBe(cert);
    expect(await readFile(keyFile(), 'utf8')).toBe(key);
    expect((await stat(keyFile())).mode & 0o777).toBe(0o600);
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    expect(await readdir(join(root, 'state'))).toEqual(['tls']);
  });

  it('is reused until 30 days before it expires', async () => {
    const first = await storedSelfSignedCertificate(directory, NOW);
    expect(await storedSelfSignedCertificate(directory, NOW + 794 * DAY)).toEqual(first);
    const renewed = await storedSelfSignedCertificate(directory, NOW + 796 * DAY);
    expect(renewed.cert).not.toBe(first.cert);
    expect(await storedSelfSignedCertificate(directory, NOW + 796 * DAY)).toEqual(renewed);
    expect(await readdir(join(root, 'state'))).toEqual(['tls']);
  });

  const spoilt: [what: string, spoil: () => Promise<unknown>][] = [
    ['the certificate is missing', () => rm(certFile())],
    ['the key is missing', () => rm(keyFile())],
    ['the certificate is empty', () => writeFile(certFile(), '')],
    ['the key is empty', () => writeFile(keyFile(), '')],
    [
      'the certificate is cut short',
      async () => writeFile(certFile(), (await readFile(certFile())).subarray(0, 200)),
    ],
    ['the key is garbage', () => writeFile(keyFile(), 'garbage')],
    [
      'the key is that of another certificate',
      async () => writeFile(keyFile(), (await storedSelfSignedCertificate(join(root, 'other'), NOW)).key),
    ],
    [
      'there is a file in the place of the directory',
      async () => {
        await rm(directory, { recursive: true });
        await writeFile(directory, '');
      },
    ],
    [
      'the directory is empty',
      async () => {
        await rm(directory, { recursive: true });
        await mkdir(directory);
      },
    ],
  ];

  it.each(spoilt)('is regenerated when %s', async (_, spoil) => {
    const first = await storedSelfSignedCertificate(directory, NOW);
    await spoil();
    const second = await storedSelfSignedCertificate(directory, NOW);
    expect(second.cert).not.toBe(first.cert);
    expect(await storedSelfSignedCertificate(directory, NOW)).toEqual(second);
    expect(await loadCertificate(certFile(), keyFile())).toEqual(second);
  });

  it('is shared by gateways that start together', async () => {
    const starts = await Promise.all(
      Array.from({ length: 8 }, () => storedSelfSignedCertificate(directory, NOW)),
    );
    const kept = await loadCertificate(certFile(), keyFile());
    expect(starts).toEqual(starts.map(() => kept));
    expect(await readdir(join(root, 'state'))).toEqual(['tls']);
  });

  it('stays a matching pair when gateways renew it together', async () => {
    await storedSelfSignedCertificate(directory, NOW);
    const later = NOW + 1000 * DAY;
    const starts = await Promise.all(
      Array.from({ length: 8 }, () => storedSelfSignedCertificate(directory, later)),
    );
    expect(starts).toContainEqual(await loadCertificate(certFile(), keyFile()));
    expect(await readdir(join(root, 'state'))).toEqual(['tls']);
  });

  it('reports where it cannot be stored and how to fix it', async () => {
    await writeFile(join(root, 'file'), '');
    await expect(storedSelfSignedCertificate(join(root, 'file', 'tls'), NOW)).rejects.toThrow(
      /^the self-signed certificate cannot be stored in .*file.tls: .*--state-dir$/,
    );
  });
});

describe('a certificate from files', () => {
  it('is loaded', async () => {
    const made = await storedSelfSignedCertificate(directory, NOW);
    expect(await loadCertificate(certFile(), keyFile())).toEqual(made);
  });

  const problems: [what: string, spoil: () => Promise<unknown>, message: RegExp][] = [
    ['a missing certificate', () => rm(certFile()), /cert\.pem cannot be read: ENOENT/],
    ['a missing key', () => rm(keyFile()), /key\.pem cannot be read: ENOENT/],
    [
      'a key of another certificate',
      async () => writeFile(keyFile(), (await storedSelfSignedCertificate(join(root, 'other'), NOW)).key),
      /cert\.pem and .*key\.pem cannot be used: the key is not that of the certificate$/,
    ],
    ['an empty certificate', () => writeFile(certFile(), ''), /cert\.pem and .*key\.pem cannot be used: ./],
    ['a garbled key', () => writeFile(keyFile(), 'garbage'), /cert\.pem and .*key\.pem cannot be used: ./],
    [
      'a key in the place of the certificate',
      async () => writeFile(certFile(), await readFile(keyFile())),
      /cannot be used: ./,
    ],
  ];

  it.each(problems)('is rejected for %s', async (_, spoil, message) => {
    await storedSelfSignedCertificate(directory, NOW);
    await spoil();
    const loading = loadCertificate(certFile(), keyFile());
    await expect(loading).rejects.toThrow(message);
    await expect(loading).rejects.toBeInstanceOf(CertificateError);
  });

  it('is rejected when its key is not readable', { skip: process.getuid?.() === 0 }, async () => {
    await storedSelfSignedCertificate(directory, NOW);
    await chmod(keyFile(), 0);
    await expect(loadCertificate(certFile(), keyFile())).rejects.toThrow(/key\.pem cannot be read: EACCES/);
  });
});
