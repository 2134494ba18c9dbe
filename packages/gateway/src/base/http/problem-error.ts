import type { ErrorData } from '../messages/json-rpc-error.js';
import type { JsonSchema } from '../method/method-docs.js';
import { GatewayError } from '../gateway-error.js';

/** Defines the media type of a problem (RFC 9457). */
export const PROBLEM_TYPE = 'application/problem+json';

/**
 * Represents a response that describes the problem of the request. Everything else thrown by a handler is an internal
 * error.
 */
export class ProblemError extends GatewayError {
  override readonly name = 'ProblemError';

  constructor(
    readonly status: number,
    message: string,
    readonly data: ErrorData,
  ) {
    super(message);
  }
}

/** Returns the JSON text of a problem (RFC 9457, section 3). `code` is stable: programs may match on it. */
export function writeProblem(
  status: number,
  title: string,
  { reason: code, expected, found, at, fix }: ErrorData,
): string {
  return JSON.stringify({ title, status, code, expected, found, at, fix });
}

export const PROBLEM_SCHEMA: JsonSchema = {
  description: 'What is wrong with a request (RFC 9457).',
  type: 'object',
  properties: {
    title: { type: 'string', description: 'For people.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    code: { type: 'string', description: 'Stable: programs may match on it.' },
    expected: { description: 'What the gateway expected.' },
    found: { description: 'What it found; long text is cut.' },
    at: { type: 'string', description: 'Where in the request.' },
    fix: { type: 'string', description: 'What to do about it.' },
  },
  required: ['title', 'status', 'code'],
  additionalProperties: false,
};
