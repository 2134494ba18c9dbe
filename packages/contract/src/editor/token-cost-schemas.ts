import { LIMITS } from '../protocol/limits.js';
import { ACTIONS } from '../protocol/keywords.js';
import { listChoices, describeMembers, type JsonSchema } from './keyword-schema.js';
import { IDENTIFIER_BYTES_SCHEMA, FLAG, ref } from './schema-parts.js';

/** Creates the schema of the cost of an action. */
export function costSchema(protocolVersion: number): JsonSchema {
  const members: Readonly<Record<string, JsonSchema>> = {
    tokenPosition: { type: 'integer', minimum: 0, maximum: Number(LIMITS.tokenPosition) },
    amount: { type: 'integer', minimum: 1, maximum: Number(LIMITS.tokenCostAmount) },
    contractId: IDENTIFIER_BYTES_SCHEMA,
    effect: { enum: listChoices('cost', 'effect') },
    gasFeesPaidBy: { enum: listChoices('cost', 'gasFeesPaidBy') },
    optional: FLAG,
  };
  return {
    type: 'object',
    properties: describeMembers('cost', members, protocolVersion),
    required: ['tokenPosition', 'amount'],
    additionalProperties: false,
  };
}

/** Creates the schema of `tokenCost`. */
export function tokenCostSchema(protocolVersion: number): JsonSchema {
  const byAction = Object.fromEntries(ACTIONS.map((action) => [action, ref('cost')]));
  return {
    type: 'object',
    properties: describeMembers('token-cost', byAction, protocolVersion),
    additionalProperties: false,
  };
}
