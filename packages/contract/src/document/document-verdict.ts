import type { Diagnostic } from '../diagnostic/diagnostic.js';
import type { DocumentWrite } from './document-write.js';

/** Holds the result of checking a document. */
export interface DocumentVerdict {
  /** True if the network accepts the data at this protocol version. */
  readonly ok: boolean;
  /** All diagnostics: of a text in its order, of a value in the order of the schema. */
  readonly diagnostics: readonly Diagnostic[];
  /**
   * Errors that the network reports. It checks sizes, then the schema, then storage, and stops at the first step with
   * errors, so these can be fewer than the errors among `diagnostics`.
   */
  readonly rejections: readonly Diagnostic[];
}

/** Options of a check. */
export interface DataReading {
  /**
   * True if text and lists of integers stand for bytes, identifiers and integers of 64 bits; true by default. Drive
   * checks what a signed transition has as it is: text stays text there.
   */
  readonly decodesForms?: boolean;
}

/** Holds the result of checking a write of a document. */
export interface WriteVerdict extends DocumentVerdict {
  /** Values that the platform fills in, by path. */
  readonly generated: Readonly<Record<string, string>>;
  /** Documents that a create deletes as it reveals what they committed to, each once. */
  readonly consumed: readonly ConsumedDocument[];
  /** True for a replace that meets `retractedWhen`: also who is banned or suspended may make it. */
  readonly retracts: boolean;
  /** Checks that were not made, because a fact about it is not known, in words. */
  readonly unjudged: readonly string[];
}

/** Names a document that a create consumes. */
export interface ConsumedDocument {
  readonly documentType: string;
  /** 32 bytes. */
  readonly id: Uint8Array;
}

/** Checks documents of one type. */
export interface DocumentValidator {
  readonly documentType: string;
  /** Properties that are checked and not stored. */
  readonly transient: readonly string[];
  /**
   * Checks the data of a document: what an application sends on create and on replace, without the names that start
   * with `$`.
   *
   * @param document JSON text, or a JSON value. Bytes are `Uint8Array`, an array of integers from 0 to 255 or base64
   * text; identifiers also base58 text. Integers are numbers or `bigint`; those of 64 bits also decimal text. Never
   * throws because of the document.
   */
  validate(document: unknown, reading?: DataReading): DocumentVerdict;
  /**
   * Checks a write of a document with what surrounds it: its owner, the stored document, times, and the state. What depends on a fact that is
   * not given is listed as `unjudged`.
   *
   * @throws {InvalidOptionError} when an identifier, an action or a time of the write is invalid.
   */
  judge(write: DocumentWrite, reading?: DataReading): WriteVerdict;
}

/** Holds a verdict, and what else a check of a write finds. */
export interface CheckedWrite {
  readonly verdict: DocumentVerdict;
  readonly generated: Readonly<Record<string, string>>;
  readonly consumed: readonly ConsumedDocument[];
  readonly retracts: boolean;
  readonly unjudged: readonly string[];
}
