import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LitecoinNode } from '../../../chain/test/litecoin-node.js';

/** The file with the settings of the gateway, each time with other nodes: in another order, and one of them set up otherwise. */
export class SoakSettings {
  readonly path: string;
  readonly #nodes: readonly LitecoinNode[];
  #changes = 0;

  constructor(nodes: readonly LitecoinNode[], folder: string) {
    this.#nodes = nodes;
    this.path = join(folder, 'dapikit.yaml');
    this.#write();
  }

  change(): void {
    this.#changes += 1;
    this.#write();
  }

  #write(): void {
    const nodes = this.#nodes.map(({ url, cookie }, at) => {
      const zmq = at === 0 || this.#changes % 2 === 0 ? 'ask' : 'none';
      return { name: `n${at}`, url, 'credentials-file': cookie, zmq };
    });
    const ordered = this.#changes % 3 === 0 ? nodes : nodes.toReversed();
    // JSON is YAML.
    writeFileSync(this.path, JSON.stringify({ nodes: ordered, 'max-tip-age': 2_000 + this.#changes }));
  }
}
