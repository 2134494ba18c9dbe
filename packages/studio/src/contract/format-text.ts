import { formatContract } from '@dapikit/contract';

/** Formats a contract; returns a text that cannot be read as it is. */
export function formatText(text: string): string {
  return formatContract(text).text ?? text;
}
