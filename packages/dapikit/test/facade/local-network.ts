import {
  EvoSDK,
  IdentitySigner,
  PlatformAddressSigner,
  PrivateKey,
  wallet,
  type Identity,
  type IdentityPublicKey,
} from '@dashevo/evo-sdk';

const MNEMONICS = [
  'test test test test test test test test test test test junk',
  'legal winner thank year wave sausage worth useful legal winner thank yellow',
] as const;

/** The ids of the keys of each identity of a development chain. */
export const KEYS = { master: 0, high: 1, critical: 2, transfer: 3 } as const;

/** An identity whose keys are known. */
export interface Account {
  readonly id: string;
  readonly identity: Identity;
  /** Signs with all keys. */
  readonly signer: IdentitySigner;
  /** Returns what calls of the facade need to sign with one key. */
  readonly by: (keyId?: number) => {
    readonly identityKey: IdentityPublicKey;
    readonly signer: IdentitySigner;
  };
}

/** Calls `dapikit dev` through evo-sdk and through its controls. */
export class LocalNetwork {
  private constructor(
    readonly url: string,
    readonly sdk: EvoSDK,
  ) {}

  /** Connects evo-sdk, which bans no address: each call is judged by itself. */
  static async connect(url: string): Promise<LocalNetwork> {
    const sdk = new EvoSDK({
      network: 'local',
      trusted: true,
      addresses: [url],
      quorumUrl: url,
      settings: { retries: 0, banFailedAddress: false, timeoutMs: 20_000 },
    });
    await sdk.connect();
    return new LocalNetwork(url, sdk);
  }

  /** Calls a method at `/`, `/dev` or `/platform`. @throws {Error} (rejects) with the message of the response */
  async call(path: string, method: string, params?: object): Promise<Record<string, unknown>> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    const response: unknown = await (
      await fetch(new URL(path, this.url), { method: 'POST', headers, body })
    ).json();
    const error: unknown = Reflect.get(Object(response), 'error');
    if (error !== undefined) throw new Error(String(Reflect.get(Object(error), 'message')));
    return Object(Reflect.get(Object(response), 'result'));
  }

  /** Returns identity number `index` of the first or second mnemonic. */
  async account(mnemonic: 0 | 1, index: number): Promise<Account> {
    const keys = await Promise.all(
      Object.values(KEYS).map(async (key) => keyOn(mnemonic, `m/9'/1'/5'/0'/0'/${index}'/${key}'`)),
    );
    const signer = new IdentitySigner();
    for (const key of keys) signer.addKey(key);
    const identity = await this.sdk.identities.byPublicKeyHash(keys[0]?.getPublicKeyHash() ?? '');
    if (identity === undefined) throw new Error(`identity ${index} is not registered`);
    const by = (keyId: number = KEYS.critical) => {
      const identityKey = identity.getPublicKeyById(keyId);
      if (identityKey === undefined) throw new Error(`identity ${index} has no key ${keyId}`);
      return { identityKey, signer };
    };
    return { id: identity.id.toString(), identity, signer, by };
  }

  /** Returns the text of platform address number `index` of the first mnemonic, with its signer. */
  async address(
    index: number,
  ): Promise<{ readonly address: string; readonly signer: PlatformAddressSigner }> {
    const signer = new PlatformAddressSigner();
    const address = signer.addKey(await keyOn(0, `m/44'/1'/0'/0/${index}`));
    return { address: address.toBech32m('testnet'), signer };
  }
}

/** Derives a key of a mnemonic of the development chain. */
export async function keyOn(mnemonic: 0 | 1, path: string): Promise<PrivateKey> {
  const derived = await wallet.deriveKeyFromSeedWithPath({
    mnemonic: MNEMONICS[mnemonic],
    path,
    network: 'testnet',
  });
  return PrivateKey.fromWIF(derived.toObject().privateKeyWif);
}
