import type { JsonSchema } from '../../base/method/method-docs.js';

/** Describes the notification that the state is another one. */
export const REPLACED_SCHEMA: JsonSchema = {
  description: 'The state is another one.',
  type: 'object',
  properties: {
    event: { const: 'replaced' },
    run: { type: 'string' },
    reason: { enum: ['revert', 'import', 'other-process', 'missed'] },
    height: { type: 'integer', minimum: 0 },
  },
  required: ['event', 'run', 'reason', 'height'],
};

/** Returns the schema of the notification of a block. @param more members beside those that each has */
export const eventSchema = (event: string, description: string, more: JsonSchema): JsonSchema => ({
  description,
  type: 'object',
  properties: {
    event: { const: event },
    run: { type: 'string' },
    height: { type: 'integer', minimum: 0 },
    time: { type: 'integer' },
    ...more,
  },
  required: ['event', 'run', 'height', 'time', ...Object.keys(more)],
});
