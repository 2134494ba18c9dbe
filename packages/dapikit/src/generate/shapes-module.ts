import {
  quotePropertyName,
  type ContractDescription,
  type DocumentTypeDescription,
  type PropertyDescription,
  type TokenCostAction,
} from '@dapikit/contract';
import type { ContestShape, DocumentShape, FieldShape, IndexShape, PaidAction } from '@dapikit/client';
import { indexFields, kindOf } from './index-field.js';
import { javaScriptPattern } from './javascript-pattern.js';
import { indexMethods } from './index-methods.js';
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

/** Lists how values, keys, prices and indices of each document type are, by its name. @param contestCredits price of a contest; shapes name no contests when left out */
export const shapesOf = (
  { documentTypes }: ContractDescription,
  contestCredits?: bigint,
): Readonly<Record<string, DocumentShape>> =>
  Object.fromEntries(documentTypes.map((type) => [type.name, shapeOf(type, contestCredits)]));

/** Writes the module of the shapes. @param contestCredits price of a contest */
export function shapesModule(description: ContractDescription, contestCredits: bigint): string {
  // A type may be called `constructor`: the compiler would expect a function for it if the whole table were of one type.
  const shapes = Object.entries(shapesOf(description, contestCredits)).map(
    ([name, shape]) => `  ${quotePropertyName(name)}: ${typeScriptOf(shape, '  ')} satisfies DocumentShape,`,
  );
  return [
    // A contract may have tokens only.
    ...(shapes.length === 0 ? [] : ["import type { DocumentShape } from '@dapikit/client';", '']),
    '/** Document types by name. */',
    'export const SHAPES = {',
    ...shapes,
    '};',
    '',
  ].join('\n');
}

function shapeOf(type: DocumentTypeDescription, contestCredits: bigint | undefined): DocumentShape {
  const contest = contestCredits === undefined ? undefined : contestOf(type, contestCredits);
  const prices = Object.entries(type.tokenCost).map(([action, { contractId, tokenPosition, amount }]) => [
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the record
    PAID_ACTIONS[action as TokenCostAction],
    { ...(contractId !== undefined && { contractId }), tokenPosition, amount: BigInt(amount) },
  ]);
  return {
    name: type.name,
    keyLevel: type.signatureSecurityLevelRequirement,
    fields: type.properties.map(fieldOf),
    ...(type.aggregates.summable !== undefined && { summed: type.aggregates.summable }),
    prices: Object.fromEntries(prices),
    ...(contest && { contest }),
    queries: queriesOf(type),
  };
}

function contestOf(type: DocumentTypeDescription, credits: bigint): ContestShape | undefined {
  const index = type.indices.find(({ contested }) => contested !== undefined);
  if (index?.contested === undefined) return undefined;
  // Of two patterns for the same field the later one counts.
  const patterns = new Map(
    index.contested.fieldMatches.map(({ field, regexPattern }) => [field, javaScriptPattern(regexPattern)]),
  );
  return {
    index: index.name,
    fields: indexFields(type, index),
    credits,
    matches: [...patterns].map(([path, pattern]) => ({ path, ...(pattern !== undefined && { pattern }) })),
  };
}

function fieldOf({ name, type, properties }: PropertyDescription): FieldShape {
  const kind = kindOf(type);
  return kind === 'object' ? { name, kind, fields: properties.map(fieldOf) } : { name, kind };
}

function queriesOf(type: DocumentTypeDescription): Readonly<Record<string, IndexShape>> {
  return Object.fromEntries(
    indexMethods(type).map(({ name, index, fields }) => [
      name,
      {
        name: index.name,
        fields,
        ...(index.aggregates.summable !== undefined && { summed: index.aggregates.summable }),
      },
    ]),
  );
}
