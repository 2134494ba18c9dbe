import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { CertificateError, loadCertificate } from '@dapikit/gateway';
import type { NodeSettings } from './node-settings.js';
import type { ServeValues } from './serve-settings.js';

/**
 * What settings name that is not on this machine, or not for this user: files, variables of the environment. No mistake of the settings,
 * which may be for another machine; the gateway would not start, or not reach that node.
 */
export async function missingHere(
  { tlsCert, tlsKey, nodes }: Pick<ServeValues, 'tlsCert' | 'tlsKey' | 'nodes'>,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string[]> {
  const certificate = tlsCert !== undefined && tlsKey !== undefined ? await unusable(tlsCert, tlsKey) : [];
  const ofNodes = await Promise.all(nodes.map((node) => missingOf(node, env)));
  return [...certificate, ...ofNodes.flat()];
}

async function unusable(certFile: string, keyFile: string): Promise<string[]> {
  try {
    await loadCertificate(certFile, keyFile);
    return [];
  } catch (error) {
    if (error instanceof CertificateError) return [`tls-cert, tls-key: ${error.message}`];
    throw error;
  }
}

async function missingOf(
  { name, credentials, ca }: NodeSettings,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string[]> {
  const missing: string[] = [];
  const look = async (member: string, file: string): Promise<void> => {
    try {
      await access(file, constants.R_OK);
    } catch (error) {
      missing.push(`node ${name}: ${member}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  if (ca !== undefined) await look('ca', ca);
  if (credentials && 'file' in credentials) await look('credentials-file', credentials.file);
  if (credentials && 'userVariable' in credentials) {
    const { userVariable, passwordVariable } = credentials;
    const unset = [userVariable, passwordVariable].filter((variable) => env[variable] === undefined);
    if (unset.length > 0) missing.push(`node ${name}: not in the environment: ${unset.join(', ')}`);
  }
  return missing;
}
