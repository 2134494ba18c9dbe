import { refuseFor, type ErrorPayload } from '../consensus-error.js';
import type { DocumentData } from '../document/document.js';
import { readData } from '../document/json-form.js';
import { BadInput } from '../input/bad-input.js';
import type { DocumentWork } from './document-work.js';

/**
 * The data of a create or a replace as documents hold it, transient properties included.
 *
 * @throws {PlatformError} 10417 for each value that is too large or, when there is none, 10101 for each breach of the schema.
 * @throws {BadInput} when a value has no place in a document at all: the network fails without a number there.
 */
export function checkSentData(
  { contract, collection }: DocumentWork,
  data: Readonly<Record<string, unknown>>,
): DocumentData {
  const { type } = collection;
  const { ok, refusals } = contract.validator(type.name).validate(data);
  if (ok) return readData(type, data);
  refuseFor('DocumentFieldMaxSizeExceededError', payloadsOf(refusals, sizePayload));
  refuseFor('JsonSchemaError', eachObjectOnce(payloadsOf(refusals, schemaPayload)));
  const [first] = refusals;
  throw new BadInput(`data${first?.pointer.replaceAll('/', '.') ?? ''}`, {
    expected: `what the document type "${type.name}" can hold (${first?.message ?? 'it cannot be read'})`,
    found: data,
    ...(first === undefined ? {} : { advice: first.mend.text }),
  });
}

type Refusals = ReturnType<ReturnType<DocumentWork['contract']['validator']>['validate']>['refusals'];
type Refusal = Refusals[number];

const payloadsOf = <Payload>(
  refusals: Refusals,
  payloadOf: (refusal: Refusal) => Payload | undefined,
): Payload[] => refusals.flatMap((refusal) => payloadOf(refusal) ?? []);

function sizePayload({ official }: Refusal): ErrorPayload<'DocumentFieldMaxSizeExceededError'> | undefined {
  if (official?.name !== 'DocumentFieldMaxSizeExceededError') return undefined;
  const { field, actualSizeBytes, maxSizeBytes } = official.payload ?? {};
  return { field: String(field), actual: Number(actualSizeBytes), most: Number(maxSizeBytes) };
}

/** The network tells all unknown properties of an object in one error. */
const eachObjectOnce = (payloads: readonly ErrorPayload<'JsonSchemaError'>[]) =>
  payloads.filter(
    ({ keyword, schemaPath, instancePath }, at) =>
      keyword !== 'additionalProperties' ||
      payloads.findIndex((one) => one.schemaPath === schemaPath && one.instancePath === instancePath) === at,
  );

function schemaPayload({ official, message }: Refusal): ErrorPayload<'JsonSchemaError'> | undefined {
  if (official?.name !== 'JsonSchemaError') return undefined;
  const { keyword, instancePath, schemaPath, propertyName, params } = official.payload ?? {};
  return {
    keyword: String(keyword),
    instancePath: String(instancePath),
    schemaPath: String(schemaPath),
    propertyName: String(propertyName),
    params,
    summary: message,
  };
}

/** Data without the transient properties of its type. */
export function withoutTransient({ collection: { type } }: DocumentWork, data: DocumentData): DocumentData {
  const transient = type.properties.filter((property) => property.transient);
  if (transient.length === 0) return data;
  return Object.fromEntries(
    Object.entries(data).filter(([name]) => transient.every((property) => property.name !== name)),
  );
}
