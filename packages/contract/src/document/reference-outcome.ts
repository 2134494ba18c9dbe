import type { DocumentType } from '../model/contract-model.js';
import { encodeIdentifier } from '../model/identifier.js';
import { truncate } from '../source/excerpt.js';
import type { Data } from './data.js';
import type { DocumentRule } from './document-rule.js';
import type { ReadWrite } from './document-write.js';
import type { Reference, ReferenceCarrier } from './reference-model.js';
import { REFERENCE_CHECK_RULES } from './reference-rules.js';

/** Names the property that holds the identity which created a document. */
export const CREATOR = '$creatorId';

/** Says that a reference fails; `unknown` that the facts do not decide it. */
export type Outcome =
  | undefined
  | 'unknown'
  | {
      readonly rule: DocumentRule;
      readonly message: string;
      readonly payload: Readonly<Record<string, unknown>>;
    };

/** Holds one value that refers to something, and where it is. */
export interface Referring {
  readonly type: DocumentType;
  readonly write: ReadWrite;
  readonly carrier: ReferenceCarrier;
  readonly value: Data;
  /** Path as in official errors: `members[1]`. */
  readonly path: string;
}

/** Writes an identifier as Base58; an empty text for any other value. */
export const textOf = (value: Data | undefined): string =>
  value instanceof Uint8Array && value.length === 32 ? encodeIdentifier(value) : '';

/** Says that what a value refers to does not exist. */
export const notFound = ({ type }: Reference, { path, value }: Referring): Outcome => ({
  rule: REFERENCE_CHECK_RULES.notFound,
  message: `"${truncate(path)}" refers to ${NOUNS[type] ?? type} that does not exist`,
  payload: { entityId: textOf(value), entityType: type, path },
});

const NOUNS: Readonly<Record<string, string>> = {
  identity: 'an identity',
  contract: 'a contract',
  token: 'a token',
  identityPublicKey: 'an identity',
  permanentDocument: 'a document',
  moderatedDocument: 'a document',
  deletableDocument: 'a document',
};
