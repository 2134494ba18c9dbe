import { RpcError } from '../rpc/json-rpc-client.js';
import { creditsAt, listOf, membersOf, textAt, type Members } from './answer.js';

/** Why the platform said no: once for each mistake that it found. */
export interface Refusal {
  readonly reasons: readonly RefusalReason[];
  /** What was charged all the same, in credits. */
  readonly fee?: bigint;
}

/** One mistake. */
export interface RefusalReason {
  /** The official name. */
  readonly name: string;
  /** The official number. */
  readonly code?: number;
  readonly expected: string;
  readonly found: string;
  readonly advice: string;
  /** The properties that it is about, as dotted paths; none where it is about all. */
  readonly paths: readonly string[];
}

/** Reads an error that a call rejected with; what is none of the server's stands as it is. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof RpcError)) {
    const found = error instanceof Error ? error.message : String(error);
    return {
      reasons: [
        { name: 'No answer', expected: '', found, advice: 'Is the server still running?', paths: [] },
      ],
    };
  }
  const { data, message } = error;
  const reasons = [data, ...listOf(data['also']).map(membersOf)].map((one) => reasonOf(one, message));
  return data['isPaid'] === true && 'fee' in data ? { reasons, fee: creditsAt(data, 'fee') } : { reasons };
}

function reasonOf(data: Members, message: string): RefusalReason {
  const payload = membersOf(data['payload']);
  const { code } = data;
  const summary = textAt(payload, 'summary');
  const said = {
    name: textAt(data, 'reason') || 'Refused',
    ...(typeof code === 'number' && { code }),
    advice: textAt(data, 'mend'),
    paths: pathsOf(payload),
  };
  // The schema says in one sentence what it expected and what it found.
  if (summary !== '') return { ...said, expected: '', found: summary };
  const expected = textAt(data, 'expected');
  const found = textAt(data, 'found');
  return expected === '' ? { ...said, expected, found: message } : { ...said, expected, found };
}

function pathsOf(payload: Members): readonly string[] {
  const properties = listOf(payload['properties']).filter((path) => typeof path === 'string');
  if (properties.length > 0) return properties;
  const field = textAt(payload, 'field');
  if (field !== '') return [field];
  const missing = textAt(payload['params'], 'missingProperty');
  const at = textAt(payload, 'instancePath').split('/').slice(1);
  const path = [...at, ...(missing === '' ? [] : [missing])].join('.');
  return path === '' ? [] : [path];
}

/** A mistake in a sentence. */
export function reasonText({ expected, found }: Pick<RefusalReason, 'expected' | 'found'>): string {
  return expected === '' ? found : `expected ${expected}, found ${found}`;
}
