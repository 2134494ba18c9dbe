import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { CertificateError, loadCertificate } from '@dapikit/gateway';
import { fileErrorReason } from '../program/file-error.js';
import { isNamed, type NodeSettings } from './node-settings.js';
import type { ServeValues } from './settings-table.js';

type Settings = Pick<ServeValues, 'tlsCert' | 'tlsKey' | 'nodes'>;

/** Describes a file that a setting names and this machine lacks. */
export interface UnusableFile {
  readonly setting: keyof Settings;
  readonly message: string;
}

/** Returns the files without which the gateway does not start here: each that cannot be read, or a certificate that cannot be used. */
export async function unusableFiles({ tlsCert, tlsKey, nodes }: Settings): Promise<UnusableFile[]> {
  const found: UnusableFile[] = [];
  const check = async (setting: keyof Settings, what: string, file: string | undefined): Promise<void> => {
    const reason = file === undefined ? undefined : await unreadable(file);
    if (reason !== undefined) found.push({ setting, message: `${what}: cannot read ${file}: ${reason}` });
  };
  await check('tlsCert', 'tls-cert', tlsCert);
  await check('tlsKey', 'tls-key', tlsKey);
  if (found.length === 0 && tlsCert !== undefined && tlsKey !== undefined) {
    const message = await unusable(tlsCert, tlsKey);
    if (message !== undefined) found.push({ setting: 'tlsCert', message });
  }
  for (const { name, ca } of nodes) await check('nodes', `node ${name}: ca`, ca);
  return found;
}

/** Returns what the settings name and a node needs, but this machine lacks: the gateway starts without that node. */
export async function missingHere(
  nodes: readonly NodeSettings[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<string[]> {
  return (await Promise.all(nodes.map((node) => missingOf(node, env)))).flat();
}

/** Returns the passwords that are written into URLs, where others may read them. */
export function exposedPasswords(nodes: readonly NodeSettings[]): string[] {
  return nodes.flatMap((node) =>
    node.credentials !== undefined && 'password' in node.credentials && node.credentials.password !== ''
      ? [
          `node ${isNamed(node) ? node.name : node.url}: the password is in the url: use credentials-file, or user-env and password-env`,
        ]
      : [],
  );
}

async function unusable(certFile: string, keyFile: string): Promise<string | undefined> {
  try {
    await loadCertificate(certFile, keyFile);
    return undefined;
  } catch (error) {
    if (error instanceof CertificateError) return `tls-cert, tls-key: ${error.message}`;
    throw error;
  }
}

async function missingOf(
  { name, credentials }: NodeSettings,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string[]> {
  if (credentials && 'file' in credentials) {
    const reason = await unreadable(credentials.file);
    return reason === undefined
      ? []
      : [`node ${name}: credentials-file: cannot read ${credentials.file}: ${reason}`];
  }
  if (credentials === undefined || !('userVariable' in credentials)) return [];
  const { userVariable, passwordVariable } = credentials;
  const unset = [userVariable, passwordVariable].filter((variable) => env[variable] === undefined);
  return unset.length > 0 ? [`node ${name}: not in the environment: ${unset.join(', ')}`] : [];
}

async function unreadable(file: string): Promise<string | undefined> {
  try {
    await access(file, constants.R_OK);
    return undefined;
  } catch (error) {
    return fileErrorReason(error) ?? String(error);
  }
}
