import { schemaOf, SCHEMAS } from '../../proof/test/sample-contract.js';

/** The document types of contracts whose tokens matter. */
export const NOTE = { note: schemaOf({ text: SCHEMAS.string }) };
