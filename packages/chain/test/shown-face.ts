import { afterEach, beforeEach } from 'vitest';
import { bytesToHex } from '../src/bytes/hex.js';
import { DevChain } from '../src/devchain/dev-chain.js';
import { createNodeFace, type NodeFace } from '../src/node-face/index.js';
import { CREDENTIALS, FaceCaller } from './face-caller.js';

/** A chain that is shown as a node, another one in each test, and one who calls it. */
export class ShownFace {
  #chain: DevChain | undefined;
  #face: NodeFace | undefined;

  constructor() {
    beforeEach(async () => {
      this.#chain = new DevChain({ mining: 'manual', masternodeChangeInterval: 0 });
      this.#face = await createNodeFace(this.#chain, { credentials: CREDENTIALS, port: 0 });
    });
    afterEach(async () => {
      await this.#face?.close();
      this.#chain?.close();
    });
  }

  get chain(): DevChain {
    return this.#chain!;
  }

  get caller(): FaceCaller {
    return new FaceCaller(this.#face!.url);
  }

  /** A payment from one account to another, serialised in hexadecimal. */
  payment(from = 0, to = 1): string {
    const { accounts } = this.chain;
    return bytesToHex(this.chain.transfer(accounts[from]!, accounts[to]!, 100_000_000n));
  }
}
