import type { Document, DocumentOrderByClause, DocumentWhereClause, EvoSDK } from '@dashevo/evo-sdk';
import { identifierText } from '../document/identifier.js';
import { fromSdk } from '../error/sdk-error.js';
import type { Conditions, DocumentSource, Row } from '../query/document-source.js';
import { sumOf } from '../query/sum-of.js';

/** Reads the documents of a type through evo-sdk, which verifies them. @param read reads a document in the form of this package */
export function sdkSource(
  { sdk, contractId }: { readonly sdk: EvoSDK; readonly contractId: string },
  documentTypeName: string,
  read: (document: Document) => object,
): DocumentSource {
  const query = ({ where, orderBy }: Conditions) => ({
    dataContractId: contractId,
    documentTypeName,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- conditions are made with these operators
    where: where as unknown as DocumentWhereClause[],
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    orderBy: orderBy as unknown as DocumentOrderByClause[],
  });
  return {
    page: async (conditions, limit, startAfter) => {
      const found = await fromSdk(
        sdk.documents.query({
          ...query(conditions),
          limit,
          ...(startAfter !== undefined && { startAfter: identifierText(startAfter) }),
        }),
      );
      return [...found.values()].flatMap((each) =>
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every document has an id
        each === undefined ? [] : [read(each) as Row],
      );
    },
    count: async (conditions) => total(await fromSdk(sdk.documents.count(query(conditions)))),
    sum: async (conditions, property) => total(await fromSdk(sdk.documents.sum(query(conditions), property))),
    average: async (conditions, property) => {
      const groups = [...(await fromSdk(sdk.documents.average(query(conditions), property))).values()];
      return { count: sumOf(groups.map(({ count }) => count)), sum: sumOf(groups.map(({ sum }) => sum)) };
    },
  };
}

const total = (groups: ReadonlyMap<string, bigint>): bigint => sumOf([...groups.values()]);
