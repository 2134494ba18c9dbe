import loadBls from '@dashevo/bls';
import { hexToBytes } from '../src/base/bytes/hex.js';

/** The BLS library of Dash Core itself, compiled to WebAssembly. */
export interface PeerBls {
  /** Whether a signature is that of a public key. */
  verify(signature: string, message: Uint8Array, publicKey: string): boolean;
  /** Whether a signature is that of all of some public keys, aggregated as members of quorums do. */
  verifyAggregated(signature: string, message: Uint8Array, publicKeys: readonly string[]): boolean;
}

interface Point {
  delete(): void;
}

/** As it is: its own declarations leave out that `verifySecure` takes several keys. */
interface Module {
  readonly BasicSchemeMPL: {
    verify(key: Point, message: Uint8Array, signature: Point): boolean;
    verifySecure(keys: readonly Point[], signature: Point, message: Uint8Array): boolean;
  };
  readonly G1Element: { fromBytes(bytes: Uint8Array): Point };
  readonly G2Element: { fromBytes(bytes: Uint8Array): Point };
}

export async function loadPeerBls(): Promise<PeerBls> {
  const loaded: unknown = loadBls;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its declarations are wrong
  const { BasicSchemeMPL, G1Element, G2Element } = await (loaded as () => Promise<Module>)();
  const key = (hex: string): Point => G1Element.fromBytes(hexToBytes(hex));
  return {
    verify: (signature, message, publicKey) =>
      BasicSchemeMPL.verify(key(publicKey), message, G2Element.fromBytes(hexToBytes(signature))),
    verifyAggregated: (signature, message, publicKeys) =>
      BasicSchemeMPL.verifySecure(publicKeys.map(key), G2Element.fromBytes(hexToBytes(signature)), message),
  };
}
