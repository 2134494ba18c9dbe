import { formatContract } from '@dapikit/contract';

/** A contract with its members in one order and its lines broken in one way; as it is, where it cannot be read. */
export function tidy(text: string): string {
  return formatContract(text).text ?? text;
}
