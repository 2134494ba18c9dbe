import { createHash } from 'node:crypto';

/** Defines the id of DPNS, in base58. */
export const DPNS_ID = 'GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec';

const PARENT = 'dash';
const HOMOGRAPHS: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1' };

/** Holds the data of the documents of a name, in the order in which they are created. Bytes are base64. */
export interface NameDocuments {
  /** Announces the name without revealing it; of type `preorder`. */
  readonly preorder: Readonly<Record<string, unknown>>;
  /** The name; of type `domain`. */
  readonly domain: Readonly<Record<string, unknown>>;
}

/**
 * Creates the documents of a name below `dash`.
 * Source: `convert_to_homograph_safe_chars` in `packages/rs-dpp`, and the data triggers of DPNS in `packages/rs-drive-abci`.
 * @param identity the owner, in base58
 * @param salt 32 bytes
 */
export function nameDocuments(label: string, identity: string, salt: Uint8Array): NameDocuments {
  const normalizedLabel = label.toLowerCase().replaceAll(/[oil]/g, (letter) => HOMOGRAPHS[letter] ?? letter);
  const salted = Buffer.concat([salt, Buffer.from(`${normalizedLabel}.${PARENT}`)]);
  return {
    preorder: { saltedDomainHash: base64(sha256(sha256(salted))) },
    domain: {
      label,
      normalizedLabel,
      parentDomainName: PARENT,
      normalizedParentDomainName: PARENT,
      preorderSalt: base64(salt),
      records: { identity },
      subdomainRules: { allowSubdomains: false },
    },
  };
}

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
