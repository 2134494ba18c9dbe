import { protocolAt } from '@dapikit/contract';
import { useEffect, useState } from 'preact/hooks';

let hasExtendedRules = false;

/** Returns whether the page has the rules of a protocol version. */
const hasRules = (protocolVersion: number): boolean =>
  hasExtendedRules || !protocolAt(protocolVersion).extendedLanguage;

/** Loads the rules of a protocol version that the page does not start with. */
async function loadRules(protocolVersion: number): Promise<void> {
  if (hasRules(protocolVersion)) return;
  await import('@dapikit/contract/protocol-14');
  hasExtendedRules = true;
}

/**
 * Returns whether the page has the rules of a protocol version, and loads them where it does not: contracts are judged only once it has
 * them.
 * @throws what they could not be loaded for
 */
export function useRules(protocolVersion: number): boolean {
  const [, setLoaded] = useState<number>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    loadRules(protocolVersion).then(
      () => setLoaded(protocolVersion),
      (error: unknown) => setFailure(error),
    );
  }, [protocolVersion]);
  if (failure !== undefined) throw failure;
  return hasRules(protocolVersion);
}
