import type { Eventually } from '@dapikit/chain';
import type { Provenance } from '../../base/provenance.js';
import type { Method } from '../../base/method/method.js';
import { BatchResponse } from '../../base/messages/batch-response.js';
import type { RequestCaller } from './request-caller.js';
import type { ResponseText } from '../../base/messages/response-text.js';

/** Describes the answer to the body of a request. */
export interface Answer {
  /** `undefined` when there is nothing to answer: a notification, or a batch of them. */
  readonly body: ResponseText | undefined;
  /** The deprecated methods that were called. */
  readonly deprecated: readonly Method[];
  /** Where the results came from. */
  readonly provenance: Provenance;
}

/** Joins the answers of a batch into one. */
export function gather(answers: readonly Answer[], { provenance }: RequestCaller): Answer {
  const deprecated = new Set<Method>();
  const written: ResponseText[] = [];
  for (const answer of answers) {
    for (const method of answer.deprecated) deprecated.add(method);
    if (answer.body !== undefined) written.push(answer.body);
  }
  return { body: textOfBatch(written), deprecated: [...deprecated], provenance };
}

function textOfBatch(responses: readonly ResponseText[]): ResponseText | undefined {
  if (responses.length === 0) return undefined;
  return responses.every((response) => typeof response === 'string')
    ? `[${responses.join(',')}]`
    : new BatchResponse(responses);
}

/** Waits for the answers of a batch, in its order. */
export async function gatherAll(
  answers: readonly Eventually<Answer>[],
  caller: RequestCaller,
): Promise<Answer> {
  return gather(await Promise.all(answers.map(async (answer) => answer)), caller);
}
