import { openStoreSigner, quorumOf, type StateQuorum } from '../trees/state-tree/store-signer.js';
import type { PlatformRules } from '../state/rules/platform-rules.js';
import type { ChosenOptions } from './platform-options.js';
import type { OpenedStore } from './platform-store.js';

/** Opens the key of the store that signs states where it does, and returns which key signs. */
export async function openSigners(
  options: ChosenOptions,
  { store }: OpenedStore,
  network: PlatformRules['network'],
): Promise<{
  readonly storeSigner: Awaited<ReturnType<typeof openStoreSigner>> | undefined;
  readonly signer: ChosenOptions['signer'];
}> {
  const storeSigner = options.signsWithStore === true ? await openStoreSigner(store, network) : undefined;
  return { storeSigner, signer: options.signer ?? (storeSigner && (() => storeSigner)) };
}

/** Returns what returns the key of the store as a quorum, where it signs. */
export const quorumSource =
  (
    { signer }: ChosenOptions,
    storeSigner: Awaited<ReturnType<typeof openStoreSigner>> | undefined,
  ): (() => Promise<StateQuorum | undefined>) =>
  // oxlint-disable-next-line typescript/require-await -- as all methods of a platform
  async () =>
    signer === undefined && storeSigner !== undefined ? quorumOf(storeSigner) : undefined;
