/** The errors behind each other that are named. */
const MAX_CAUSES = 5;

/** Returns the message of an error and those of its causes in one line: `connection failed: connect ECONNREFUSED 127.0.0.1:1`. */
export function causeOf(error: unknown): string {
  const messages: string[] = [];
  let next = error;
  for (let count = 0; count < MAX_CAUSES && next !== undefined; count += 1) {
    const text = messageOf(next);
    if (!messages.some((message) => message.includes(text))) messages.push(text);
    next = next instanceof Error ? (next.cause ?? firstOf(next)) : undefined;
  }
  return messages.join(': ').replaceAll(/\s*\n\s*/g, ' ');
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === '' ? error.name : error.message;
}

const firstOf = (error: Error): unknown => (error instanceof AggregateError ? error.errors[0] : undefined);
