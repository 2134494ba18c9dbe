import { Document, type EvoSDK } from '@dashevo/evo-sdk';
import type { ContestShape } from '../document/document-shape.js';
import { writeOperand } from '../document/write-value.js';
import { fromSdk } from '../error/sdk-error.js';
import { valueAt } from '../query/value-at.js';

/** Names a contender of a contest. */
export interface Contender {
  /** Base58. */
  readonly contractId: string;
  readonly typeName: string;
  /** Base58. */
  readonly ownerId: string;
  /** Its document, which has the contested values. */
  readonly data: object;
}

/** Reads, verified, the document of a contender, which is not among the documents of its type; `undefined` where the identity does not contend. */
export async function readContender(
  sdk: EvoSDK,
  { index, fields }: ContestShape,
  { contractId, typeName, ownerId, data }: Contender,
  protocolVersion: number,
): Promise<Document | undefined> {
  const contract = await fromSdk(sdk.contracts.fetch(contractId));
  const { contenders } = await fromSdk(
    sdk.voting.contestedResourceVoteState({
      dataContractId: contractId,
      documentTypeName: typeName,
      indexName: index,
      indexValues: fields.map(({ path, kind }) => writeOperand(valueAt(data, path), kind)),
      resultType: 'documents',
      startAtContenderId: ownerId,
      startAtIncluded: true,
      limit: 1,
    }),
  );
  const [first]: readonly unknown[] = contenders;
  const bytes: unknown = Reflect.get(Object(first), 'serializedDocument');
  if (contract === undefined || !(bytes instanceof Uint8Array)) return undefined;
  if (String(Reflect.get(Object(first), 'identityId')) !== ownerId) return undefined;
  return Document.fromBytes(bytes, contract, typeName, protocolVersion);
}
