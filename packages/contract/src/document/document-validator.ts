import type { Contract } from '../model/contract.js';
import type { DocumentType } from '../model/contract-model.js';
import { LIMITS } from '../protocol/limits.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { requireExtendedRules } from '../rules/require-extended-rules.js';
import { getItems, getMember, getText } from '../source/json-node.js';
import { excerpt, truncate } from '../source/excerpt.js';
import { readJson } from '../source/read-json.js';
import type { Source } from '../source/source.js';
import {
  compileDocumentSchema,
  type CompiledSchema,
  type LocatedViolation,
  SchemaCompileError,
  type SchemaOptions,
} from './compile-schema.js';
import { type ContractOptions, type ContractReading, readContract } from './read-contract.js';
import { toData, getKind, getMembers, type Data } from './data.js';
import { createAssumedFacts, type ReadProperties } from './assumed-state.js';
import { addDepth, addNotices } from './document-notices.js';
import { DocumentReport } from './document-report.js';
import type { DocumentRule } from './document-rule.js';
import { type DocumentWrite, readSurroundings, type ReadWrite } from './document-write.js';
import { fillGenerated } from './generated-values.js';
import type { OutsideFacts } from './outside-facts.js';
import { readDocument, type ParsedDocument, UnreadableValueError } from './read-document.js';
import { WHOLE_DOCUMENT_RULES as RULES } from './whole-document-rules.js';
import { compileWrites } from './extended-writes.js';
import type { Consume, Skip } from './write-check.js';
import type { WriteChecks } from './write-checks.js';
import { encodeIdentifier } from '../model/identifier.js';
import type {
  DocumentVerdict,
  DocumentValidator,
  DataReading,
  WriteVerdict,
  CheckedWrite,
  ConsumedDocument,
} from './document-verdict.js';

const ACCEPTED: DocumentVerdict = { ok: true, diagnostics: [], rejections: [] };

const NO_DATA: ReadonlyMap<string, Data> = new Map();

const UNKNOWN_WRITE = {
  action: 'create',
  ownerId: undefined,
  creatorId: undefined,
  documentId: undefined,
  times: new Map(),
} as const;

/**
 * Compiles a document type once, to check many documents fast. It generates no code: it runs under any content
 * security policy.
 *
 * The contract itself is not checked (use `validateContract`). If it cannot be read, has no such type or has a type
 * that does not compile, each document gets one error that says so.
 *
 * Source of the rules: `packages/rs-dpp/src/data_contract/methods/validate_document` and `src/validation` in
 * dashpay/platform, and its copy of the `jsonschema` crate.
 *
 * @param contract JSON text, or a JSON value: what `validateContract` accepts.
 * @throws {InvalidOptionError} when `protocolVersion` is not one of `PROTOCOL_VERSIONS`.
 * @example
 * import { documentValidator } from '@dapikit/contract';
 *
 * const note = {
 *   type: 'object',
 *   properties: { text: { type: 'string', maxLength: 63, position: 0 } },
 *   additionalProperties: false,
 * };
 * const notes = documentValidator({ note }, 'note');
 * notes.validate({ text: 'Hello' }).ok; // => true
 * notes.validate({ text: 'x'.repeat(64) }).diagnostics[0].code; // => 'value-max-length'
 */
export function documentValidator(
  contract: unknown,
  documentType: string,
  options: ContractOptions = {},
): DocumentValidator {
  return createValidator(readContract(contract, options), documentType);
}

/** Creates a {@link documentValidator} for a contract that was read before. */
export function createValidator(reading: ContractReading, documentType: string): DocumentValidator {
  const rejecting = (rule: DocumentRule, message: string, payload?: Readonly<Record<string, unknown>>) =>
    createRejectingValidator(documentType, rule, { message, ...(payload === undefined ? {} : { payload }) });
  const { contract, protocol } = reading;
  if (contract === undefined) return rejecting(RULES.unusableType, reading.reason);
  const type = contract.documentTypes.findLast(({ name }) => name === documentType);
  if (type === undefined)
    return rejecting(
      RULES.unknownType,
      `unknown document type "${truncate(documentType)}": the contract has ${listNames(contract.documentTypes)}`,
      { documentType, contractId: getText(getMember(contract.root, 'id')) ?? '' },
    );
  requireExtendedRules(protocol);
  try {
    const schema = compileDocumentSchema(type.node, contract, schemaOptions(contract, protocol));
    const checks = protocol.constraints ? compileWrites(contract, type) : undefined;
    return new Validator(type, schema, protocol, checks, (name, data) => readProperties(reading, name, data));
  } catch (error) {
    if (error instanceof SchemaCompileError) return rejecting(RULES.unusableType, error.message);
    throw error;
  }
}

function listNames(types: readonly DocumentType[]): string {
  const names = types.slice(0, 20).map(({ name }) => `"${truncate(name)}"`);
  return names.length === 0 ? 'no document types' : names.join(', ');
}

/** Creates a validator that rejects every document for the same reason. */
function createRejectingValidator(
  documentType: string,
  rule: DocumentRule,
  occurrence: Parameters<DocumentReport['add']>[1],
): DocumentValidator {
  const report = new DocumentReport(undefined);
  report.add(rule, occurrence);
  const { diagnostics, rejections } = report;
  const verdict = { ok: false, diagnostics, rejections };
  return {
    documentType,
    transient: [],
    validate: () => verdict,
    judge: () => ({ ...verdict, generated: {}, consumed: [], retracts: false, unjudged: [] }),
  };
}

const schemaOptions = (contract: Contract, protocol: ProtocolRules): SchemaOptions => ({
  isSized: contract.config.sizedIntegerTypes && protocol.sizedIntegers,
  hasLists: protocol.typedArrays,
});

/** Reads the properties of a document of the state: text becomes bytes where its type says so. */
function readProperties(
  { contract, protocol }: ContractReading,
  documentType: string,
  data: unknown,
): ReadonlyMap<string, Data> {
  const type = contract?.documentTypes.findLast(({ name }) => name === documentType);
  if (contract === undefined || type === undefined)
    return getMembers(readDocument(data, {}, undefined).data) ?? NO_DATA;
  const { encodings } = compileDocumentSchema(type.node, contract, schemaOptions(contract, protocol));
  return getMembers(readDocument(data, encodings, protocol.documentDepth).data) ?? NO_DATA;
}

class Validator implements DocumentValidator {
  readonly documentType: string;
  readonly transient: readonly string[];

  constructor(
    { name, node }: DocumentType,
    private readonly schema: CompiledSchema,
    private readonly protocol: ProtocolRules,
    private readonly checks: WriteChecks | undefined,
    private readonly readProperties: ReadProperties,
  ) {
    this.documentType = name;
    this.transient = getItems(getMember(node, 'transient'))
      .map(getText)
      .filter((text) => text !== undefined);
  }

  validate(document: unknown, reading: DataReading = {}): DocumentVerdict {
    return this.check(document, reading, UNKNOWN_WRITE, {}).verdict;
  }

  judge(write: DocumentWrite, reading: DataReading = {}): WriteVerdict {
    const surroundings = readSurroundings(write);
    const { action } = surroundings;
    const sent = action === 'create' || action === 'replace' ? write.document : (write.stored ?? {});
    const facts = {
      ...(write.assume === undefined ? {} : createAssumedFacts(write.assume, this.readProperties)),
      ...write.facts,
    };
    const { verdict, ...found } = this.check(sent, reading, surroundings, {
      facts,
      stored: write.stored,
    });
    return { ...verdict, ...found };
  }

  private check(
    document: unknown,
    { decodesForms = true }: DataReading,
    surroundings: Omit<ReadWrite, 'data' | 'stored' | 'facts'>,
    { facts = {}, stored }: { readonly facts?: OutsideFacts; readonly stored?: unknown },
  ): CheckedWrite {
    const encodings = decodesForms ? this.schema.encodings : {};
    const source = typeof document === 'string' ? readJson(document) : undefined;
    const isTooDeep = source !== undefined && source.depth > LIMITS.jsonDepth;
    if (source?.error !== undefined || isTooDeep) return this.unreadable(source, undefined);
    let read: ParsedDocument;
    let before: ReadonlyMap<string, Data> | undefined;
    try {
      const value: unknown = source?.root === undefined ? document : toData(source.root);
      read = readDocument(value, encodings, this.protocol.documentDepth);
      before = stored === undefined || surroundings.action === 'create' ? undefined : this.readStored(stored);
    } catch (error) {
      return this.unreadable(source, error);
    }
    return this.report(read, source, {
      ...surroundings,
      facts,
      data: getMembers(read.data) ?? NO_DATA,
      stored: before,
    });
  }

  /** Reads the stored document, which fits the schema: it has the value of each property in the form of the schema. */
  private readStored(stored: unknown): ReadonlyMap<string, Data> {
    const value: unknown = typeof stored === 'string' ? readStoredText(stored) : stored;
    return (
      getMembers(readDocument(value, this.schema.encodings, this.protocol.documentDepth).data) ?? NO_DATA
    );
  }

  private report(read: ParsedDocument, source: Source | undefined, sent: ReadWrite): CheckedWrite {
    const { checks } = this;
    const isWritten = sent.action === 'create' || sent.action === 'replace';
    const isObject = getKind(read.data) === 'object';
    const { data, filled } =
      checks === undefined || !isWritten || !isObject
        ? { data: read.data, filled: new Map<string, string>() }
        : fillGenerated(checks.generated, sent.data);
    const found: LocatedViolation[] = [];
    if (isWritten && isObject && read.tooDeep === undefined) this.schema.check(data, found);
    const report = new DocumentReport(source && { root: source.root, lines: source.lines });
    const unjudged: string[] = [];
    const consumed = new Map<string, ConsumedDocument>();
    let retracts = false;
    const isReadable = isObject && read.tooDeep === undefined;
    if (checks !== undefined && isReadable) {
      const write: ReadWrite = { ...sent, data: getMembers(data) ?? NO_DATA };
      const skip: Skip = (what) => unjudged.push(what);
      const consume: Consume = (documentType, { id }) =>
        consumed.set(`${documentType} ${encodeIdentifier(id)}`, { documentType, id });
      for (const check of checks.always) check(write, report, skip, consume);
      const isValid = found.every(({ rule }) => rule.severity !== 'network');
      if (isValid) for (const check of checks.valid) check(write, report, skip, consume);
      retracts = isValid && checks.retracts(write);
    }
    const rest = {
      generated: Object.fromEntries(filled),
      consumed: [...consumed.values()],
      retracts,
      unjudged,
    };
    const isClean =
      isReadable &&
      found.length === 0 &&
      read.oversized.length === 0 &&
      read.integerTexts.length === 0 &&
      read.loneSurrogates.length === 0 &&
      (source?.repeatedKeys.length ?? 0) === 0;
    if (isClean && report.isEmpty) return { verdict: ACCEPTED, ...rest };
    addNotices(report, read, source);
    if (read.tooDeep !== undefined) addDepth(report, this.protocol, read.tooDeep);
    else if (!isObject)
      report.add(RULES.notObject, { message: `expected an object, found ${excerpt(read.data)}` });
    for (const one of found) report.addFound(one);
    return { verdict: createVerdict(report), ...rest };
  }

  private unreadable(source: Source | undefined, error: unknown): CheckedWrite {
    const report = new DocumentReport(source && { root: source.root, lines: source.lines });
    const syntaxError = source?.error;
    if (syntaxError !== undefined)
      report.add(RULES.unreadable, { message: syntaxError.message, span: syntaxError });
    else if (error === undefined) addDepth(report, this.protocol, []);
    else
      report.add(RULES.unreadable, {
        message: `the value cannot be read: ${describeError(error)}`,
      });
    return { verdict: createVerdict(report), generated: {}, consumed: [], retracts: false, unjudged: [] };
  }
}

/** Reads the text of a stored document. @throws {UnreadableValueError} when it is not JSON. */
function readStoredText(text: string): unknown {
  const { root, error } = readJson(text);
  if (root === undefined)
    throw new UnreadableValueError(`the stored document is not JSON: ${error?.message ?? ''}`);
  return toData(root);
}

function describeError(error: unknown): string {
  return error instanceof Error ? truncate(error.message) : 'it throws';
}

function createVerdict(report: DocumentReport): DocumentVerdict {
  const { diagnostics, rejections } = report;
  return { ok: rejections.length === 0, diagnostics, rejections };
}
