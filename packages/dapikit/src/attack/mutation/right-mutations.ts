import type { DocumentTypeDescription } from '@dapikit/contract';
import type { AttackRoom } from '../room/attack-room.js';
import type { ActorName, DocumentJson, Step } from '../step/step.js';

/** Describes a last step that the platform must reject, with the steps before it. */
export interface RightMutation {
  /** The rule in words. */
  readonly rule: string;
  readonly before: readonly Step[];
  readonly last: Step;
}

/** Key of a new identity that is weaker than `CRITICAL`. */
const HIGH_KEY = 2;
const PRICE = 1000n;
/** Nonces this far ahead of the last one are rejected. */
const FAR_NONCE = 1000;

/** Configures {@link rightMutations}. */
export interface RightOptions {
  readonly type: DocumentTypeDescription;
  readonly plain: DocumentJson;
  /** Identity that creates documents. */
  readonly creator: ActorName;
}

/** Lists transitions that nobody may make with documents of a type: by other owners, against its options, replayed, stale, early and late. */
export function rightMutations(
  room: AttackRoom,
  { type, plain, creator }: RightOptions,
): readonly RightMutation[] {
  const documentType = type.name;
  const document = room.nextLabel(documentType);
  const create = { action: 'create', by: creator, documentType, document, data: plain } as const;
  const stored = { documentType, document };
  const other: ActorName = creator === 'alice' ? 'bob' : 'alice';
  const after = (rule: string, last: Step, ...more: readonly Step[]): RightMutation => ({
    rule,
    before: [create, ...more],
    last,
  });
  return [
    after('only the owner replaces a document', { ...stored, action: 'replace', by: other, data: plain }),
    after('only the owner deletes a document', { ...stored, action: 'delete', by: other }),
    after('only the owner transfers a document', { ...stored, action: 'transfer', by: other, to: other }),
    after('only the owner prices a document', { ...stored, action: 'setPrice', by: other, price: PRICE }),
    after('a document is not for sale without a price', {
      ...stored,
      action: 'purchase',
      by: other,
      price: PRICE,
    }),
    after('a nonce is used once', {
      ...create,
      document: room.nextLabel(documentType),
      changes: { nonce: 1 },
    }),
    after('nonces are not far ahead', {
      ...create,
      document: room.nextLabel(documentType),
      changes: { nonce: FAR_NONCE },
    }),
    ...optionMutations({ type, stored, creator, other, plain, after }),
    ...tokenMutations(type, create),
  ];
}

interface OptionScope {
  readonly type: DocumentTypeDescription;
  readonly stored: { readonly documentType: string; readonly document: string };
  readonly creator: ActorName;
  readonly other: ActorName;
  readonly plain: DocumentJson;
  readonly after: (rule: string, last: Step, ...more: readonly Step[]) => RightMutation;
}

function optionMutations({
  type,
  stored,
  creator,
  other,
  plain,
  after,
}: OptionScope): readonly RightMutation[] {
  const own = { ...stored, by: creator };
  const replace: Step = { ...own, action: 'replace', data: plain };
  const transfer: Step = { ...own, action: 'transfer', to: other };
  const price: Step = { ...own, action: 'setPrice', price: PRICE };
  const purchase: Step = { ...stored, action: 'purchase', by: other, price: PRICE };
  const create: Step = { ...stored, action: 'create', by: other, data: plain };
  const isPriced = type.tradeMode !== 0;
  return [
    ...(type.documentsMutable
      ? [
          after('a replace has the next revision', { ...replace, changes: { revision: 3 } }),
          after('a revision is used once', { ...replace, changes: { revision: 2 } }, replace),
        ]
      : [after('"documentsMutable": false', replace)]),
    ...(type.canBeDeleted
      ? [after('a deleted document is gone', replace, { ...own, action: 'delete' })]
      : [after('"canBeDeleted": false', { ...own, action: 'delete' })]),
    ...(type.transferable === 0
      ? [after('"transferable": 0', transfer)]
      : [after('the former owner has no rights', { ...transfer, to: creator }, transfer)]),
    ...(isPriced
      ? [
          after('a purchase pays the price', { ...purchase, price: 1n }, price),
          after('a purchase pays the current price', purchase, price, { ...price, price: 2n * PRICE }),
          after('a document is sold once', { ...purchase, by: 'carol' }, price, purchase),
        ]
      : [after('"tradeMode": 0', price)]),
    ...(type.creationRestrictionMode === 0
      ? []
      : [{ rule: `"creationRestrictionMode": ${type.creationRestrictionMode}`, before: [], last: create }]),
    ...(type.signatureSecurityLevelRequirement === 1
      ? [
          {
            rule: '"signatureSecurityLevelRequirement": 1',
            before: [],
            last: { ...create, by: creator, changes: { keyId: HIGH_KEY } },
          },
        ]
      : []),
  ];
}

/** Lists creates that do not pay what they cost. */
function tokenMutations(
  type: DocumentTypeDescription,
  create: Extract<Step, { action: 'create' }>,
): readonly RightMutation[] {
  const cost = type.tokenCost.create;
  if (cost === undefined) return [];
  const { tokenPosition, amount, contractId } = cost;
  const payment = {
    ...(contractId === undefined ? {} : { paymentTokenContractId: contractId }),
    tokenContractPosition: tokenPosition,
    maximumTokenCost: amount,
  };
  const paying = (rule: string, tokenPaymentInfo: object | undefined): RightMutation => ({
    rule,
    before: [],
    last: { ...create, changes: { tokenPaymentInfo } },
  });
  return [
    paying('a create agrees to its cost', undefined),
    paying('a create agrees to the whole cost', { ...payment, maximumTokenCost: amount - 1 }),
    paying('a create pays with the token of its cost', {
      ...payment,
      tokenContractPosition: tokenPosition + 1,
    }),
  ];
}
