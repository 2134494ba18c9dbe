import { contractJsonSchema } from '@dapikit/contract';
import { command, EXIT } from '../program/command.js';
import { contractOptions } from './contract-options.js';

/** Implements `dapikit schema`: writes the JSON Schema of data contracts for editors. */
export const schema = command({
  name: 'schema',
  about: 'write the JSON Schema of data contracts for editors',
  usage: '[options]',
  maxOperands: 0,
  options: { protocol: contractOptions.protocol },
  examples: [
    ['schema > data-contract.schema.json', 'a schema for the newest protocol version'],
    ['schema --protocol 12', 'for another protocol version'],
  ],
  run({ protocol }, _, { stdout }) {
    stdout.write(`${JSON.stringify(contractJsonSchema({ protocolVersion: protocol }), null, 2)}\n`);
    return Promise.resolve(EXIT.fine);
  },
});
