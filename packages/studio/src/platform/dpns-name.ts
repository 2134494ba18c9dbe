import { sha256 } from '@noble/hashes/sha2.js';

/** The name below which everybody can have one. */
export const PARENT = 'dash';

const SALT_BYTES = 32;
const MISTAKABLE: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1' };

/** The two documents that a name takes, one after the other. Bytes are Base64. */
export interface NameDocuments {
  /** Announces the name without telling it: of type `preorder`. */
  readonly preorder: { readonly saltedDomainHash: string };
  /** The name: of type `domain`. */
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

/** A label in letters that cannot be taken for each other. Source: `convert_to_homograph_safe_chars` in `packages/rs-dpp`. */
export const unmistakable = (label: string): string =>
  label.toLowerCase().replaceAll(/[oil]/g, (letter) => MISTAKABLE[letter] ?? letter);

/** What is written for a name below `dash`. @param identity base58 of whoever gets it @param salt 32 bytes that nobody knows */
export function nameDocuments(label: string, identity: string, salt: Uint8Array): NameDocuments {
  const normalizedLabel = unmistakable(label);
  const name = new TextEncoder().encode(`${normalizedLabel}.${PARENT}`);
  const hash = sha256(sha256(new Uint8Array([...salt, ...name])));
  return {
    preorder: { saltedDomainHash: base64Of(hash) },
    domain: {
      label,
      normalizedLabel,
      parentDomainName: PARENT,
      normalizedParentDomainName: PARENT,
      preorderSalt: base64Of(salt),
      records: { identity },
      subdomainRules: { allowSubdomains: false },
    },
  };
}

/** Bytes that nobody knows. */
export const newSalt = (): Uint8Array => crypto.getRandomValues(new Uint8Array(SALT_BYTES));

const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
