import { RpcError } from '../../rpc/json-rpc-client.js';
import { getInteger, getList, getMembers, getText, type Members } from '../../json/json-values.js';

/** Describes why a call failed: the errors that the platform found; none where the server did not respond. */
export interface Rejection {
  readonly reasons: readonly RejectionReason[];
  /** The fee that was charged nevertheless, in credits. */
  readonly fee?: bigint;
  /** Message of the error where the server did not respond. */
  readonly noResponse?: string;
}

/** Describes an error of a rejection. */
export interface RejectionReason {
  /** The official name of the error. */
  readonly name: string;
  /** The official code. */
  readonly code?: number;
  readonly expected: string;
  readonly found: string;
  readonly fix: string;
  /** The properties with the error, as dotted paths; none where it is about the whole document. */
  readonly paths: readonly string[];
}

/** Reads the error of a call. */
export function readRejection(error: unknown): Rejection {
  if (!(error instanceof RpcError)) {
    return { reasons: [], noResponse: error instanceof Error ? error.message : String(error) };
  }
  const { data, message } = error;
  const reasons = [data, ...getList(data['also']).map(getMembers)].map((one) => readReason(one, message));
  return data['isPaid'] === true && 'fee' in data ? { reasons, fee: getInteger(data, 'fee') } : { reasons };
}

function readReason(data: Members, message: string): RejectionReason {
  const payload = getMembers(data['payload']);
  const { code } = data;
  const summary = getText(payload, 'summary');
  const reason = {
    name: getText(data, 'reason') || 'Rejected',
    ...(typeof code === 'number' && { code }),
    fix: getText(data, 'fix'),
    paths: readPaths(payload),
  };
  // An error of the schema has one sentence for what it expected and found.
  if (summary !== '') return { ...reason, expected: '', found: summary };
  const expected = getText(data, 'expected');
  const found = getText(data, 'found');
  return expected === '' ? { ...reason, expected, found: message } : { ...reason, expected, found };
}

function readPaths(payload: Members): readonly string[] {
  const properties = getList(payload['duplicatingProperties']).filter((path) => typeof path === 'string');
  if (properties.length > 0) return properties;
  const field = getText(payload, 'field');
  if (field !== '') return [field];
  const missing = getText(payload['params'], 'missingProperty');
  const at = getText(payload, 'instancePath').split('/').slice(1);
  const path = [...at, ...(missing === '' ? [] : [missing])].join('.');
  return path === '' ? [] : [path];
}

/** Returns an error as a sentence. */
export function describeReason({ expected, found }: Pick<RejectionReason, 'expected' | 'found'>): string {
  return expected === '' ? found : `expected ${expected}, found ${found}`;
}
