import type { MessageShape } from '@bufbuild/protobuf';
import {
  GetDocumentsRequest_WhereOperator as Operator,
  type GetDocumentsRequest_DocumentFieldValueSchema,
  type GetDocumentsRequest_OrderClauseSchema,
  type GetDocumentsRequest_WhereClauseSchema,
} from '../generated/dapi_pb.js';
import { invalidArgument } from './request-values.js';

type FieldValue = MessageShape<typeof GetDocumentsRequest_DocumentFieldValueSchema>;
type WhereClause = MessageShape<typeof GetDocumentsRequest_WhereClauseSchema>;
type OrderClause = MessageShape<typeof GetDocumentsRequest_OrderClauseSchema>;

/** Lists of values are in no other list. */
const MAX_DEPTH = 2;

const OPERATORS: Readonly<Record<Operator, string>> = {
  [Operator.EQUAL]: '==',
  [Operator.GREATER_THAN]: '>',
  [Operator.GREATER_THAN_OR_EQUALS]: '>=',
  [Operator.LESS_THAN]: '<',
  [Operator.LESS_THAN_OR_EQUALS]: '<=',
  [Operator.BETWEEN]: 'between',
  [Operator.BETWEEN_EXCLUDE_BOUNDS]: 'betweenExcludeBounds',
  [Operator.BETWEEN_EXCLUDE_LEFT]: 'betweenExcludeLeft',
  [Operator.BETWEEN_EXCLUDE_RIGHT]: 'betweenExcludeRight',
  [Operator.IN]: 'in',
  [Operator.STARTS_WITH]: 'startsWith',
};

/** Returns the clauses of version 1 as the platform takes them. @throws {GrpcError} INVALID_ARGUMENT */
export const readWhereClauses = (clauses: readonly WhereClause[]): unknown[] =>
  clauses.map(({ field, operator, value }, at) => {
    const spelling = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined;
    if (spelling === undefined)
      throw invalidArgument(`operator ${String(operator)} of where_clauses[${at}] is unknown: send 0 to 10`);
    return [field, spelling, readValue(value, `where_clauses[${at}]`, 0)];
  });

function readValue(value: FieldValue | undefined, at: string, depth: number): unknown {
  const variant = value?.variant;
  if (variant?.case === undefined) throw invalidArgument(`the value of ${at} is missing`);
  switch (variant.case) {
    case 'nullValue':
      return null;
    case 'list':
      if (depth >= MAX_DEPTH) throw invalidArgument(`the lists of ${at} are nested too deeply`);
      return variant.value.values.map((one) => readValue(one, at, depth + 1));
    default:
      return variant.value;
  }
}

/** Returns the order of version 1 as the platform takes it. @throws {GrpcError} INVALID_ARGUMENT */
export const readOrderClauses = (clauses: readonly OrderClause[]): unknown[] =>
  clauses.map(({ target, ascending }, at) => {
    if (target.case === 'aggregate')
      throw invalidArgument(`ordering by an aggregate (order_by[${at}]) is not yet implemented`);
    if (target.case === undefined) throw invalidArgument(`the field of order_by[${at}] is missing`);
    return [target.value, ascending ? 'asc' : 'desc'];
  });
