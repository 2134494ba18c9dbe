import { schemaError } from '../../base/errors/document-errors.js';
import {
  type ConsensusError,
  rejectForEach,
  type ConsensusErrorPayload,
} from '../../base/errors/consensus-error.js';
import type { ConsumedDocument, DocumentTypeDescription, WriteVerdict } from '@dapikit/contract';
import { isData, type Document, type DocumentData } from '../../state/document/document.js';
import { readData } from '../../state/document/json-form.js';
import { InputError } from '../../base/errors/input-error.js';
import type { DocumentScope } from './document-context.js';
import { findDeferred, judgeWrite, ruleError, type PlannedWrite } from './judge-write.js';
import {
  checkHasJson,
  checkWireForms,
  findSentValue,
  textProblem,
  type TextProblem,
  type WireData,
} from './wire-forms.js';

/** Describes the data of a create or a replace, not checked yet. */
export interface DataRequest {
  /** Values as unsigned controls take them. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The same with the types of signed bytes, which have to be those that Drive takes; absent where an unsigned control has none. */
  readonly wireData?: WireData;
}

/** Describes something in the data of a document that is accepted here and can fail elsewhere. */
export interface DocumentHint {
  /** `dapikit explain` documents it. */
  readonly code: string;
  readonly message: string;
  /** Where in the data, as a JSON pointer. */
  readonly at: string;
  readonly fix: string;
}

/** Describes a create or a replace whose data are still to be checked. */
interface BegunWrite {
  readonly action: 'create' | 'replace';
  readonly before?: Document | undefined;
  /** The document that it leaves, without its data. */
  readonly begun: Document;
}

/** Data of a create or a replace. */
interface SentData {
  /** As documents store it, transient properties included. */
  readonly sent: DocumentData;
  readonly consumed: readonly ConsumedDocument[];
  /** True for a replace that retracts. */
  readonly retracts: boolean;
  /** The rule that they break by totals; the network finds it last. */
  readonly deferred: ConsensusError | undefined;
  readonly hints: readonly DocumentHint[];
}

/**
 * Returns the data of a create or a replace, with the values that the platform computes.
 *
 * @param storesTransient whether transient properties are stored as well: the form of values that are dropped does not count.
 * @throws {ConsensusError} 10417 for each value that is too large or, when there is none, 10103, or 10101 for each breach of the schema,
 * or the first broken rule of the type.
 * @throws {InputError} when a value has no place in a document at all: the network fails without a number there.
 */
export async function checkSentData(
  scope: DocumentScope,
  request: DataRequest,
  write: BegunWrite,
  storesTransient: boolean,
): Promise<SentData> {
  const { type } = scope.collection;
  const { data, wireData } = request;
  const { verdict, generated, consumed, retracts } = await judge(scope, request, write);
  if (wireData !== undefined) checkJson(verdict, wireData);
  const deferred = verdict.ok ? undefined : findDeferred(verdict);
  if (!verdict.ok && deferred === undefined)
    reject(type, { data, ...(wireData === undefined ? {} : { wireData }) }, verdict);
  const stored = type.properties.filter(({ transient }) => storesTransient || !transient);
  if (wireData !== undefined) checkWireForms(stored, wireData);
  return {
    sent: withGenerated(readData(type, data), generated),
    consumed,
    retracts,
    deferred: deferred && ruleError(deferred),
    hints: verdict.diagnostics
      .filter(({ severity }) => severity === 'hint')
      .map(({ code, message, at, fix }) => ({ code, message, at, fix: fix.text })),
  };
}

/**
 * Checks data that moderators leave, by the schema of a type and the rules that need nothing but the owner.
 *
 * @throws {ConsensusError} @throws {InputError} as {@link checkSentData}
 */
export function checkModeratedData(
  { contract, collection }: Pick<DocumentScope, 'contract' | 'collection'>,
  data: DataRequest['data'],
  ownerId: Uint8Array,
): void {
  const validator = contract.validator(collection.type.name);
  const verdict = validator.judge({ document: data, ownerId, facts: { isModerator: () => true } });
  if (!verdict.ok) reject(collection.type, { data }, verdict);
}

/**
 * Checks values that name a document, as far as they are there: where one is missing, they name none.
 *
 * @throws {ConsensusError} @throws {InputError} as {@link checkSentData}
 */
export function checkNamingData(
  { contract, collection }: Pick<DocumentScope, 'contract' | 'collection'>,
  data: DataRequest['data'],
): void {
  const { rejections } = contract.validator(collection.type.name).validate(data);
  const wrong = rejections.filter(({ official }) => official?.payload?.['keyword'] !== 'required');
  if (wrong.length > 0) reject(collection.type, { data }, { rejections: wrong });
}

/** Holds what is judged of data. */
interface Judged extends Pick<WriteVerdict, 'generated' | 'consumed' | 'retracts'> {
  readonly verdict: Verdict;
}

/** Judges data by the schema, and where the protocol has rules of types, by these. */
async function judge(
  scope: DocumentScope,
  { data, wireData }: DataRequest,
  { action, before, begun }: BegunWrite,
): Promise<Judged> {
  const reading = { decodesForms: wireData === undefined };
  if (scope.protocol.constraints) {
    const change: PlannedWrite['change'] = (generated) => ({
      before,
      after: { ...begun, data: withGenerated(readData(scope.collection.type, data), generated) },
    });
    const verdict = await judgeWrite(scope, { action, before, left: begun, change }, { data, ...reading });
    return { verdict, generated: verdict.generated, consumed: verdict.consumed, retracts: verdict.retracts };
  }
  const validator = scope.contract.validator(scope.collection.type.name);
  return { verdict: validator.validate(data, reading), generated: {}, consumed: [], retracts: false };
}

/** Returns data with the values that the platform computed, by their paths. */
function withGenerated(data: DocumentData, generated: Readonly<Record<string, string>>): DocumentData {
  let filled = data;
  for (const [path, value] of Object.entries(generated)) filled = withValue(filled, path.split('.'), value);
  return filled;
}

function withValue(data: DocumentData, [name = '', ...rest]: readonly string[], value: string): DocumentData {
  const inner = data[name];
  if (rest.length === 0) return { ...data, [name]: value };
  return isData(inner) ? { ...data, [name]: withValue(inner, rest, value) } : data;
}

/** Rejects values without a form in JSON, after those that are too large. @throws {ConsensusError} 10417 or 10103 */
function checkJson({ rejections }: Verdict, wireData: WireData): void {
  rejectForEach('DocumentFieldMaxSizeExceededError', payloadsOf(rejections, sizePayload));
  checkHasJson(wireData);
}

/** Rejects data for what the validator says. @throws {ConsensusError} @throws {InputError} */
function reject(
  type: DocumentTypeDescription,
  { data, wireData }: DataRequest,
  { rejections }: Pick<Verdict, 'rejections'>,
): never {
  rejectForEach('DocumentFieldMaxSizeExceededError', payloadsOf(rejections, sizePayload));
  const textAt = (pointer: string): TextProblem | undefined => {
    const found = wireData && findSentValue(type.properties, wireData, pointer);
    return found && textProblem(found.type, found.value);
  };
  rejectForEach(
    'JsonSchemaError',
    eachObjectOnce(payloadsOf(rejections, (rejection) => schemaPayload(rejection, textAt))),
  );
  const [first] = rejections;
  const broken = first && ruleError(first);
  if (broken !== undefined) throw broken;
  throw new InputError(`data${first?.at.replaceAll('/', '.') ?? ''}`, {
    problem: first?.message ?? `not a document of type "${type.name}"`,
    expected: `a value of document type "${type.name}"`,
    found: valueAt(data, first?.at ?? ''),
    ...(first === undefined ? {} : { fix: first.fix.text }),
  });
}

/** Returns the value at a JSON pointer. */
function valueAt(data: unknown, pointer: string): unknown {
  const names = pointer.split('/').slice(1);
  return names.reduce<unknown>((value, name) => {
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
    return typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(key) : undefined;
  }, data);
}

type Verdict = ReturnType<ReturnType<DocumentScope['contract']['validator']>['validate']>;
type Rejections = Verdict['rejections'];
type Rejection = Rejections[number];

const payloadsOf = <Payload>(
  rejections: Rejections,
  payloadOf: (rejection: Rejection) => Payload | undefined,
): Payload[] => rejections.flatMap((rejection) => payloadOf(rejection) ?? []);

function sizePayload({
  official,
}: Rejection): ConsensusErrorPayload<'DocumentFieldMaxSizeExceededError'> | undefined {
  if (official?.name !== 'DocumentFieldMaxSizeExceededError') return undefined;
  const { field, actualSizeBytes, maxSizeBytes } = official.payload ?? {};
  return {
    field: String(field),
    actualSizeBytes: BigInt(Number(actualSizeBytes)),
    maxSizeBytes: BigInt(Number(maxSizeBytes)),
  };
}

/** Reports all unknown properties of an object in one error, as the network does. */
const eachObjectOnce = (payloads: readonly ConsensusErrorPayload<'JsonSchemaError'>[]) =>
  payloads.filter(
    ({ keyword, schemaPath, instancePath }, at) =>
      keyword !== 'additionalProperties' ||
      payloads.findIndex((one) => one.schemaPath === schemaPath && one.instancePath === instancePath) === at,
  );

function schemaPayload(
  { official, message }: Rejection,
  textAt: (pointer: string) => TextProblem | undefined,
): ConsensusErrorPayload<'JsonSchemaError'> | undefined {
  if (official?.name !== 'JsonSchemaError') return undefined;
  const { keyword, instancePath, schemaPath, propertyName, params } = official.payload ?? {};
  const text = keyword === 'type' ? textAt(String(instancePath)) : undefined;
  return schemaError({
    keyword: String(keyword),
    instancePath: String(instancePath),
    schemaPath: String(schemaPath),
    propertyName: String(propertyName),
    params,
    ...(text ?? { summary: message }),
  });
}

/** Returns data without the transient properties of its type. */
export function withoutTransient({ collection: { type } }: DocumentScope, data: DocumentData): DocumentData {
  const transient = type.properties.filter((property) => property.transient);
  if (transient.length === 0) return data;
  return Object.fromEntries(
    Object.entries(data).filter(([name]) => transient.every((property) => property.name !== name)),
  );
}

/** Returns a written document with the version of its contract, where the form of stored documents has it. */
export const stamped = ({ protocol, contract }: DocumentScope, document: Document): Document =>
  protocol.documentFormat === STAMPED ? { ...document, contractVersion: contract.version } : document;

const STAMPED = 3;
