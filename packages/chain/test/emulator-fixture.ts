import { afterEach, beforeEach } from 'vitest';
import { bytesToHex } from '../src/base/bytes/hex.js';
import { DevChain } from '../src/devchain/dev-chain.js';
import { createCoreEmulator, type CoreEmulator } from '../src/core-emulator/index.js';
import { CREDENTIALS, EmulatorCaller } from './emulator-caller.js';

/** A chain that is shown as a node, another one in each test, and one who calls it. */
export class EmulatorFixture {
  #chain: DevChain | undefined;
  #emulator: CoreEmulator | undefined;

  constructor() {
    beforeEach(async () => {
      this.#chain = new DevChain({ mining: 'manual', masternodeChangeInterval: 0 });
      this.#emulator = await createCoreEmulator(this.#chain, { credentials: CREDENTIALS, port: 0 });
    });
    afterEach(async () => {
      await this.#emulator?.close();
      this.#chain?.close();
    });
  }

  get chain(): DevChain {
    return this.#chain!;
  }

  get caller(): EmulatorCaller {
    return new EmulatorCaller(this.#emulator!.url);
  }

  /** A payment from one account to another, serialised in hexadecimal. */
  payment(from = 0, to = 1): string {
    const { accounts } = this.chain;
    return bytesToHex(this.chain.transfer(accounts[from]!, accounts[to]!, 100_000_000n));
  }
}
