import type {
  ContractDescription,
  DocumentTypeDescription,
  PropertyDescription,
  TokenCostAction,
} from '@dapikit/contract';
import type { DocumentShape, FieldShape, IndexShape, PaidAction } from '@dapikit/client';
import { indexFieldOf, kindOf } from './index-field.js';
import { indexMethods, usableProperties } from './index-methods.js';
import { typeScriptOf } from './typescript-value.js';

/** The names of the actions in the client. */
const PAID_ACTIONS: Readonly<Record<TokenCostAction, PaidAction>> = {
  create: 'create',
  replace: 'replace',
  delete: 'delete',
  transfer: 'transfer',
  update_price: 'setPrice',
  purchase: 'purchase',
};

/** Lists how values, keys, prices and indices of each document type are, by its name. */
export const shapesOf = ({ documentTypes }: ContractDescription): Readonly<Record<string, DocumentShape>> =>
  Object.fromEntries(documentTypes.map((type) => [type.name, shapeOf(type)]));

/** Writes the module of the shapes. */
export function shapesModule(description: ContractDescription): string {
  return [
    "import type { DocumentShape } from '@dapikit/client';",
    '',
    '/** Document types by name. */',
    `export const SHAPES = ${typeScriptOf(shapesOf(description))} satisfies Readonly<Record<string, DocumentShape>>;`,
    '',
  ].join('\n');
}

function shapeOf(type: DocumentTypeDescription): DocumentShape {
  const prices = Object.entries(type.tokenCost).map(([action, { contractId, tokenPosition, amount }]) => [
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the record
    PAID_ACTIONS[action as TokenCostAction],
    { ...(contractId !== undefined && { contractId }), tokenPosition, amount: BigInt(amount) },
  ]);
  return {
    name: type.name,
    keyLevel: type.signatureSecurityLevelRequirement,
    fields: type.properties.map(fieldOf),
    prices: Object.fromEntries(prices),
    queries: queriesOf(type),
  };
}

function fieldOf({ name, type, properties }: PropertyDescription): FieldShape {
  const kind = kindOf(type);
  return kind === 'object' ? { name, kind, fields: properties.map(fieldOf) } : { name, kind };
}

function queriesOf(type: DocumentTypeDescription): Readonly<Record<string, IndexShape>> {
  return Object.fromEntries(
    indexMethods(type).map(({ name, index }) => [
      name,
      {
        name: index.name,
        fields: usableProperties(index).map((path) => indexFieldOf(type, path)),
        ...(index.aggregates.summable !== undefined && { summed: index.aggregates.summable }),
      },
    ]),
  );
}
