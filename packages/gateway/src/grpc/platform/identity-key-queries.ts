import type { MessageShape } from '@bufbuild/protobuf';
import type { KeySelection } from '@dapikit/platform';
import { identitiesContractKeysQuery, identityKeysQuery } from '@dapikit/proof';
import {
  KeyPurpose,
  Platform,
  SecurityLevelMap_KeyKindRequestType as Kind,
  type KeyRequestTypeSchema,
} from '../generated/dapi_pb.js';
import { GrpcError } from '../method/grpc-error.js';
import { oneofMember, platformQuery } from './platform-query.js';
import { readInParts } from './read-in-parts.js';
import {
  distinctInOrder,
  invalidArgument,
  readIdentifier,
  readIdentifiers,
  readLimit,
  readU16,
} from './request-values.js';

const MAX_PURPOSE = 6;
const MAX_SECURITY_LEVEL = 3;
const MAX_KEY_IDS = 1000;

export const getIdentityKeys = platformQuery(Platform.method.getIdentityKeys, {
  summary: 'Returns keys of an identity',
  description:
    'All keys, those of some ids, or those of a purpose and level, in the order of their ids. At most 100 where a limit is set. Without keys where there is no identity.',
  read: ({ identityId, requestType, limit, offset }) => ({
    selection: readSelection(requestType?.request),
    page: limit === undefined ? {} : { limit: readLimit(limit, 'limit') },
    offset,
    identityId: readIdentifier(identityId, 'identity_id'),
  }),
  answer: async ({ identityId, selection, page, offset }, state) => {
    const keys = await state.identityKeys(identityId, selection, {
      ...page,
      ...(offset !== undefined && { offset: readU16(offset, 'offset') }),
    });
    return oneofMember('keys', { keysBytes: [...keys] });
  },
  select: ({ identityId, selection, page, offset }) => {
    if (selection.kind === 'search')
      throw new GrpcError(
        'failedPrecondition',
        'no proof of a search for keys exists, as the query of the network for it selects nothing: request all keys',
      );
    if ((offset ?? 0) !== 0) throw invalidArgument('an offset has no proof: send offset 0');
    return identityKeysQuery({
      identityId,
      ...(selection.kind === 'specific' && { keyIds: selection.ids }),
      ...page,
    });
  },
});

type KeyRequest = MessageShape<typeof KeyRequestTypeSchema>['request'];

function readSelection(request: KeyRequest | undefined): KeySelection {
  switch (request?.case) {
    case 'allKeys':
      return { kind: 'all' };
    case 'specificKeys':
      return { kind: 'specific', ids: readKeyIds(request.value.keyIds) };
    case 'searchKey':
      return {
        kind: 'search',
        wanted: Object.entries(request.value.purposeMap).flatMap(([purpose, { securityLevelMap }]) =>
          Object.entries(securityLevelMap).map(([level, kind]) => ({
            purpose: readNumber(purpose, MAX_PURPOSE, 'purpose'),
            securityLevel: readNumber(level, MAX_SECURITY_LEVEL, 'security level'),
            newestOnly: readKind(kind) === Kind.CURRENT_KEY_OF_KIND_REQUEST,
          })),
        ),
      };
    default:
      throw invalidArgument('request_type is missing: send all_keys, specific_keys or search_key');
  }
}

function readKeyIds(ids: readonly number[]): readonly number[] {
  if (ids.length <= MAX_KEY_IDS) return ids;
  throw invalidArgument(`key_ids has ${ids.length} entries: send at most ${MAX_KEY_IDS}`);
}

function readNumber(text: string, max: number, name: string): number {
  const number = Number(text);
  if (number <= max) return number;
  throw invalidArgument(`${name} ${text} is unknown: send 0 to ${max}`);
}

function readKind(kind: Kind): Kind {
  if (kind === Kind.CURRENT_KEY_OF_KIND_REQUEST || kind === Kind.ALL_KEYS_OF_KIND_REQUEST) return kind;
  throw invalidArgument(`key kind ${String(kind)} is unknown: send 0 or 1`);
}

function readPurposes(purposes: readonly KeyPurpose[]): readonly KeyPurpose[] {
  for (const purpose of purposes)
    if (KeyPurpose[purpose] === undefined) throw invalidArgument(`purpose ${String(purpose)} is unknown`);
  return purposes;
}

export const getIdentitiesContractKeys = platformQuery(Platform.method.getIdentitiesContractKeys, {
  summary: 'Returns the keys of identities that are bound to a contract',
  description:
    'The only or the newest key of each purpose, for a contract or a document type that asks for such keys. Identities without one are left out.',
  cost: 5,
  read: ({ identitiesIds, contractId, documentTypeName, purposes }) => ({
    contractId: readIdentifier(contractId, 'contract_id'),
    documentTypeName,
    purposes: readPurposes(purposes),
    identityIds: readIdentifiers(identitiesIds, 'identities_ids'),
  }),
  answer: async ({ contractId, documentTypeName, purposes, identityIds: ids }, state) => {
    const wanted = {
      contractId,
      ...(documentTypeName !== undefined && { documentType: documentTypeName }),
      purposes,
    };
    const found = await readInParts(distinctInOrder(ids), async (identityIds) =>
      state.contractKeys({ ...wanted, identityIds }),
    );
    const entries = found.map(({ identityId, keys }) => ({
      identityId,
      keys: keys.map(({ purpose, bytes }) => ({ purpose, keysBytes: [bytes] })),
    }));
    return oneofMember('identitiesKeys', { entries });
  },
  select: identitiesContractKeysQuery,
});
