import { base58 } from '@scure/base';
import { amount, objectOrText, optional, parsedText, text, wholeNumber, type Param } from './param.js';

const ID = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
const ID_SCHEMA = { type: 'string', pattern: ID.source };
const ID_BYTES = 32;

/** Defines an identifier of 32 bytes in Base58; the platform checks it. */
export const id = (description: string): Param<string> => {
  const { schema, ...rest } = text(description, 'an identifier in Base58');
  return { ...rest, schema: { ...schema, ...ID_SCHEMA } };
};

/** Defines an identifier of 32 bytes in Base58 that no call of the platform checks. */
export const checkedId = (description: string): Param<string> =>
  parsedText(
    description,
    'an identifier in Base58',
    (given) => (ID.test(given) && base58.decode(given).length === ID_BYTES ? given : undefined),
    ID_SCHEMA,
  );

/** Defines a contract: its JSON as text or as a value. */
export const contract = objectOrText;

/** Lists the parameters of every signed transition. */
export const SIGNED = {
  by: id('the identity that acts'),
  keyId: optional(wholeNumber('the key that signs; the strongest that may', 0, Number.MAX_SAFE_INTEGER)),
  nonce: optional(amount('by default the one after the highest used nonce')),
  userFeeIncrease: optional(wholeNumber('percent on top of processing', 0, 65_535)),
};

/** Describes the parameter of a document type. */
export const TYPE_NAME = {
  contractId: id('of the contract'),
  documentType: text('its name', 'the name of a document type'),
};

/** Lists the parameters of a page of a list in the order of ids. */
export const LIST_PAGE = {
  startAfter: optional(id('behind which the page begins')),
  limit: optional(wholeNumber('of entries; 100 by default', 1, 100)),
};
