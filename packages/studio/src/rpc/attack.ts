import { getText, isObject } from '../json/json-values.js';

/** Represents an attack that the server rejected, or that ended without a report. */
export class AttackFailedError extends Error {
  override readonly name = 'AttackFailedError';

  constructor(
    problem: string,
    readonly fix: string,
  ) {
    super(problem);
  }
}

/**
 * Attacks a contract on the server of the page.
 * @returns the report of `dapikit attack --json`, or that of `dapikit check --json` where the network would reject the contract
 * @throws {AttackFailedError} (rejects) for what the server rejects
 * @throws {TypeError} (rejects) when no response arrives
 */
export async function requestAttack(
  contract: string,
  protocolVersion: number,
  signal: AbortSignal,
): Promise<string> {
  const response = await fetch(`studio/attack?protocolVersion=${protocolVersion}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: contract,
    signal,
  });
  const text = await response.text();
  if (response.ok) return text;
  const problem: unknown = parse(text);
  throw new AttackFailedError(
    getText(problem, 'title') || 'The server sent no report',
    getText(problem, 'fix') || 'Try again, or run the command below.',
  );
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
