import { identifier } from '../codec/bytes.js';
import { enumOf } from '../codec/enum-of.js';
import { text } from '../codec/primitives.js';
import { struct } from '../codec/struct.js';

const SOURCE = 'packages/rs-dpp/src/identity/identity_public_key/contract_bounds/mod.rs';

/** Describes the contract, or the document type, that alone a key serves. */
export const contractBounds = enumOf(
  { name: 'ContractBounds', tag: 'type' },
  {
    singleContract: struct(
      { name: 'SingleContract', summary: 'Binds a key to a contract.', source: SOURCE },
      { id: identifier },
    ),
    documentType: struct(
      { name: 'SingleContractDocumentType', summary: 'Binds a key to a document type.', source: SOURCE },
      { id: identifier, documentTypeName: text },
    ),
  },
);
