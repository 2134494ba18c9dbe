import { sha256 } from '@noble/hashes/sha2.js';

/** Defines the name below which everybody can register one. */
export const PARENT = 'dash';

const SALT_BYTES = 32;
const HOMOGRAPHS: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1' };

/** Describes the two documents of a name, in the order in which they are created. Bytes are Base64. */
export interface NameDocuments {
  /** Announces the name without revealing it; of type `preorder`. */
  readonly preorder: { readonly saltedDomainHash: string };
  /** The name; of type `domain`. */
  readonly domain: {
    readonly label: string;
    readonly normalizedLabel: string;
    readonly parentDomainName: string;
    readonly normalizedParentDomainName: string;
    readonly preorderSalt: string;
    readonly records: { readonly identity: string };
    readonly subdomainRules: { readonly allowSubdomains: boolean };
  };
}

/** Returns why a label cannot be a name below `dash`; `undefined` where it can. Source: `label` in the schema of DPNS. */
export function findLabelError(label: string): string | undefined {
  if (label.length < 3 || label.length > 63) return 'A name has 3 to 63 characters.';
  if (!/^[a-zA-Z0-9-]+$/.test(label)) return 'A name has letters from a to z, digits and hyphens only.';
  if (label.startsWith('-') || label.endsWith('-')) return 'A name starts and ends with a letter or a digit.';
  return undefined;
}

/** Returns a label in letters that cannot be confused, as DPNS compares names. Source: `convert_to_homograph_safe_chars` in `packages/rs-dpp`. */
export const normalizeLabel = (label: string): string =>
  label.toLowerCase().replaceAll(/[oil]/g, (letter) => HOMOGRAPHS[letter] ?? letter);

/** Creates the documents of a name below `dash`. @param identity the owner, in base58 @param salt 32 secret bytes */
export function createNameDocuments(label: string, identity: string, salt: Uint8Array): NameDocuments {
  const normalizedLabel = normalizeLabel(label);
  const name = new TextEncoder().encode(`${normalizedLabel}.${PARENT}`);
  const hash = sha256(sha256(new Uint8Array([...salt, ...name])));
  return {
    preorder: { saltedDomainHash: encodeBase64(hash) },
    domain: {
      label,
      normalizedLabel,
      parentDomainName: PARENT,
      normalizedParentDomainName: PARENT,
      preorderSalt: encodeBase64(salt),
      records: { identity },
      subdomainRules: { allowSubdomains: false },
    },
  };
}

/** Creates secret bytes. */
export const createSalt = (): Uint8Array => crypto.getRandomValues(new Uint8Array(SALT_BYTES));

const encodeBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
