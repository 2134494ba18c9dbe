import { createHash } from 'node:crypto';
import {
  identifierText,
  type Documents,
  type FieldShape,
  type IndexShape,
  type Payment,
} from '@dapikit/client';
import type { DocumentShape } from '@dapikit/client';

/** A stored document, as the client reads it. */
export type CopiedDocument = Readonly<Record<string, unknown>> & {
  readonly $id: Uint8Array;
  readonly $ownerId: Uint8Array;
};

/** The methods of a collection of the client that a copy needs. */
export interface CopiedCollection {
  all(): Documents<CopiedDocument>;
  by(index: IndexShape, values: Readonly<Record<string, unknown>>): Documents<CopiedDocument>;
  create(data: object, payment: Payment | undefined, entropy: Uint8Array): Promise<CopiedDocument>;
}

/** Reads the documents of an owner: by an index that begins with the owner where there is one, else all of the type. */
export async function* ownedDocuments(
  collection: CopiedCollection,
  { queries }: DocumentShape,
  ownerId: Uint8Array,
): AsyncGenerator<CopiedDocument> {
  const index = Object.values(queries).find(({ fields }) => fields[0]?.path === '$ownerId');
  if (index !== undefined) {
    yield* collection.by(index, { $ownerId: ownerId });
    return;
  }
  const wanted = identifierText(ownerId);
  for await (const document of collection.all())
    if (identifierText(document.$ownerId) === wanted) yield document;
}

/**
 * Returns the bytes of which the id of a copy is made: the same for each copy of a document into a type, so that a copy that is
 * repeated, by this machine or another one, has the id of the first and is not written twice.
 */
export function entropyOfCopy(sourceId: Uint8Array, contractId: string, typeName: string): Uint8Array {
  return createHash('sha256')
    .update('dapikit migrate copy\0')
    .update(sourceId)
    .update(`\0${contractId}\0${typeName}`)
    .digest();
}

/** The data of a copy, and the properties that it leaves out. */
export interface CopiedData {
  readonly data: Readonly<Record<string, unknown>>;
  /** Paths of properties that the new type does not have. */
  readonly lost: readonly string[];
}

/** Takes the properties over that a type has, also inside objects. @param added values where the document has none */
export function copiedData(
  document: Readonly<Record<string, unknown>>,
  fields: readonly FieldShape[],
  added: Readonly<Record<string, unknown>> = {},
): CopiedData {
  const lost: string[] = [];
  const data = pick(document, fields, '', lost);
  return { data: { ...added, ...data }, lost };
}

function pick(
  values: Readonly<Record<string, unknown>>,
  fields: readonly FieldShape[],
  above: string,
  lost: string[],
): Readonly<Record<string, unknown>> {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const picked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || (above === '' && name.startsWith('$'))) continue;
    const field = byName.get(name);
    if (field === undefined) lost.push(`${above}${name}`);
    else
      picked[name] =
        field.kind === 'object' && isRecord(value)
          ? pick(value, field.fields ?? [], `${above}${name}.`, lost)
          : value;
  }
  return picked;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
