import type { KeywordDocs } from './keyword-docs.js';

/** Documents the members of a keyword of the extended language. */
interface KeywordMembers {
  /** Keywords that have the members. */
  readonly of: readonly string[];
  readonly members: KeywordDocs;
}

const WINDOWS = {
  range: 'Length of a window: a multiple of `step`, and at most 24 of them.',
  step: 'Distance of the starts of two windows.',
  phase: 'Start of the first window, below `step`; 0 when absent.',
};

const AMOUNT = 'What the action costs: `owner` and `moderators`, in credits.';

/** Lists what the members of keywords of the extended language mean. */
const MEMBER_DOCS: readonly KeywordMembers[] = [
  {
    of: ['refersTo', 'ownerRefersTo', 'creatorRefersTo'],
    members: {
      type: 'Kind of what is referred to: identity, contract, token, identityPublicKey, permanentDocument, deletableDocument or moderatedDocument.',
      documentType: 'Type of the document that is referred to.',
      contractId: 'Contract of the document that is referred to; the own contract when absent.',
      findBy:
        'Finds the document by a unique index of its type: each property of the index, and where its value comes from: ".", a path, "$ownerId" or a function. Without it, the value is the id of the document.',
      where:
        'Values that agree: each property of the document that is referred to, and the own property, or "$ownerId", to which it is equal (40127).',
      inList:
        'List of identifiers in the document that is referred to, of which the value is an element. `findBy` has "$id" beside it.',
      minimumAgeBlocks:
        'Blocks that lie between a commitment and the create that reveals it (40142). A function in `findBy` is beside it.',
      consume: 'If true, the create that reveals a commitment deletes it.',
      keyIdProperty: 'Integer property with the number of the key; the value names the identity of the key.',
      identityProperty: 'Identifier with the identity of the key; the value is the number of the key.',
      keyRequirements: 'What the key has: `purpose`, `boundTo` (40136).',
      contractRequirements: 'What the contract that is referred to has (40135).',
      anyOf: '2 to 4 references, of which one holds.',
      allOf: '2 to 4 references, which all hold.',
    },
  },
  {
    of: ['keyRequirements'],
    members: {
      purpose: 'Purpose of the key: authentication, encryption, decryption, transfer, voting or owner.',
      boundTo: 'Document type of the contract to which the key is bound.',
    },
  },
  {
    of: ['contractRequirements'],
    members: {
      moderation:
        '"elected": the contract elects its moderators; "electionOpen": its first election has begun.',
      minimumAgeSeconds: 'Seconds since the registration of the contract.',
      minimumSecondsSinceUpdate: 'Seconds since the last update of the contract.',
      owner: '"self" where the contract has the owner of the document, "other" where it has another one.',
      readonly: 'True: the contract is never updated.',
      keepsHistory: 'True: the versions of the contract are kept.',
      ownerProtected: 'If the elected moderators of the contract do not moderate its owner.',
    },
  },
  {
    of: ['encryptedFor'],
    members: {
      recipient: 'Identifier property of who decrypts the bytes, or "$ownerId".',
      recipientKey: 'Integer property with the number of the key of the recipient.',
      senderKey: 'Integer property with the number of the key of the sender.',
      scheme: 'Scheme of the encryption: ecdh-secp256k1-aes256-cbc.',
    },
  },
  {
    of: ['generatedFrom'],
    members: {
      function:
        'Function of sys.stringTransformations: camelCase, capitalize, homographSafeASCII, lowercase, snakeCase or uppercase. Only ASCII letters change.',
      params: 'List with the path of the text from which the value is generated.',
    },
  },
  {
    of: ['immutable'],
    members: {
      property: 'Name of a property that a replace does not change while the condition holds.',
      when: 'Condition in the expression language; "$old." reads stored values.',
    },
  },
  {
    of: ['timeRange'],
    members: {
      on: 'Time by which documents are grouped: $createdAt, $updatedAt or $transferredAt.',
      ...WINDOWS,
      ttl: 'Seconds after the start of a window until its entries go, at most 604800; they stay when absent.',
    },
  },
  {
    of: ['integerRange'],
    members: { on: 'Integer property by which documents are grouped.', ...WINDOWS },
  },
  {
    of: ['rankedCountable', 'rankedSummable', 'rankedAverageable'],
    members: { at: 'Properties of the index at whose levels groups are ranked: a name, or a list.' },
  },
  {
    of: ['moderatorAbilities'],
    members: {
      delete: 'If true, moderators delete documents.',
      deleteWithin: 'Seconds since the last change of a document in which moderators delete it (41116).',
      deleteKeepsRecord:
        'If false, no record remains of a document that moderators deleted; true when absent.',
      deleteRefundsOwner:
        'If true, the owner of a document that moderators deleted gets its storage back; false when absent.',
      deleteKeepsFields: 'Values that the record of a deleted document keeps.',
      deleteSettled: 'How an elected team deletes documents after `deleteWithin`.',
      changeFields: 'Properties that moderators change, and owners do not (41124).',
    },
  },
  {
    of: ['deleteSettled'],
    members: {
      leader: 'If true, the leader of the team has to approve.',
      approvals: 'Moderators who have to approve; 1 when absent.',
      approversPredateDocument: 'If true, only those approve who were in the team before the document.',
    },
  },
  {
    of: ['actionFees'],
    members: {
      pricing: '"feeMultiplier": amounts follow the fee multiplier of the epoch; "fixed": they do not.',
      create: AMOUNT,
      replace: AMOUNT,
      delete: AMOUNT,
      transfer: AMOUNT,
      update_price: AMOUNT,
      purchase: AMOUNT,
      owner: 'Credits of an action for the owner of the contract.',
      moderators: 'Credits of an action for the moderators of the contract.',
    },
  },
  {
    of: ['moderation'],
    members: {
      banlist: 'If true, moderators ban identities.',
      suspensions: 'If true, moderators suspend identities for a time.',
      warnings: 'If true, moderators warn identities, at most 16 times.',
      moderators: 'Who moderates: `$type` is contractOwner, appointedModerators (`identities`) or elected.',
      joinWindow: 'Seconds in which teams join an election, at most 2419200.',
      voteWindow: 'Seconds in which masternodes vote, at most 2419200.',
      seatContestable: 'If true, another team can challenge the elected one.',
      challengeCoolDown: 'Seconds between two challenges: 1209600 to 94608000.',
      electionDelay: 'Seconds after the registration before the first election.',
      maxAddedModerators: 'Moderators that the elected team adds, at most 15.',
      moderatedDocumentTypes:
        'Types with what the elected team does in them: deleteDocuments, changeDocumentFields, ban, suspend, warn.',
      interim:
        'Who moderates before the first election: `$type` is contractOwner, appointedModerators, notYetUsable or noModeration.',
      ownerProtected: 'If true, the elected team does not moderate the owner of the contract.',
    },
  },
];

/** Documents a member of a keyword. */
export interface MemberPage {
  readonly name: string;
  /** Keywords that have the member. */
  readonly of: readonly string[];
  /** Purpose, unit and limits. */
  readonly about: string;
}

/**
 * Lists the members of the keywords of protocol 14.
 *
 * Source: the document meta-schema 3 and the book of dashpay/platform.
 */
export const KEYWORD_MEMBERS: readonly MemberPage[] = MEMBER_DOCS.flatMap(({ of, members }) =>
  Object.entries(members).map(([name, about]) => ({ name, of, about })),
);
