import { readFileSync } from 'node:fs';

/** Bytes of hexadecimal text. */
export const fromHex = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));
/** Hexadecimal text of bytes. */
export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Reads a file of `fixtures/state-transitions`, one JSON object a line. */
export function recorded<Line>(file: string): Line[] {
  const url = new URL(`../../../fixtures/state-transitions/${file}.jsonl`, import.meta.url);
  return readFileSync(url, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Line => JSON.parse(line));
}

/** A transition as the official libraries made it. */
export interface RecordedTransition {
  readonly name: string;
  readonly type: string;
  readonly typeNumber: number;
  readonly library: string;
  readonly hex: string;
  readonly hash: string;
  readonly signableHex: string;
  readonly signingHash: string;
  readonly fields?: Record<string, unknown>;
  readonly identityId?: string;
  readonly dataContractId?: string;
  readonly documentIdHex?: string;
  readonly requires?: { readonly ownerId: string | null };
  readonly signature: RecordedSignature;
  readonly keyProofs?: readonly RecordedKeyProof[];
  readonly wrong?: unknown;
  readonly why?: string;
}

export interface RecordedSignature {
  readonly by: 'identityKey' | 'assetLock' | 'addressWitnesses' | 'none';
  readonly keyId: number | null;
  readonly keyType?: string;
  readonly privateKey?: string;
  readonly publicKey?: string;
  readonly publicKeyHash160?: string;
  readonly signature?: string;
  readonly valid: boolean | null;
  readonly witnesses?: readonly RecordedSignature[];
}

export interface RecordedKeyProof {
  readonly keyId?: number;
  readonly id?: number;
  readonly privateKey?: string;
  readonly publicKey?: string;
  readonly signature?: string;
  readonly valid?: boolean;
}

/** All recorded transitions: those of 4.1.0 and of 3.0.1. */
export const TRANSITIONS: readonly RecordedTransition[] = [
  ...recorded<RecordedTransition>('transitions-4.1.0'),
  ...recorded<RecordedTransition>('transitions-3.0.1'),
];
