import { officialContract, type DocumentTypeDescription } from '@dapikit/contract';
import { listValueProperties } from '../platform/values/document.js';
import { createExample } from '../platform/values/example-value.js';
import { findSchema } from '../platform/values/property-schema.js';
import { parseData } from '../platform/values/property-value.js';

/** Stands for an identity where no platform has one. */
const IDENTITY_ID = '4cy1zSAUtRbL6xuffjGa6LvkBK8jb8TNn4T5htXWnnMg';

/** Creates the properties of a document of a type as JSON text; each turn has others. */
export function createDocumentExample(contract: string, type: DocumentTypeDescription, turn: number): string {
  const official = officialContract(contract, { id: IDENTITY_ID, ownerId: IDENTITY_ID, version: 1 });
  const json: unknown = JSON.parse(official?.text ?? contract);
  const written = listValueProperties(type).flatMap((property) => {
    const schema = findSchema(json, type.name, property.path);
    // The platform fills it in.
    if ('generatedFrom' in schema) return [];
    return [[property.path, createExample(property, schema, { turn, identityId: IDENTITY_ID })]];
  });
  return JSON.stringify(parseData(type.properties, Object.fromEntries(written)), undefined, 2);
}
