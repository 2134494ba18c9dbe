// node first.mjs <validator>: what a program does that checks one contract, and ends.
import { realContract } from '../lib/contracts.mjs';

const { load } = await import(`./${process.argv[2]}.mjs`);
const { write, accepts } = await load();
if (!accepts(write(realContract('dpns'))))
  throw new Error('expected the contract to be taken, found it rejected');
