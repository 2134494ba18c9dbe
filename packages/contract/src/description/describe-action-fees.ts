import type { DocumentType } from '../model/contract-model.js';
import { ACTIONS } from '../protocol/keywords.js';
import { asObject, getInteger, getMember, getText, type JsonNode } from '../source/json-node.js';
import type {
  ActionFeeDescription,
  DocumentTypeDescription,
  TokenCostAction,
} from './contract-description.js';

/** Describes what actions with documents of a type cost in credits; absent where they cost nothing. */
export function describeActionFees({ node }: DocumentType): Pick<DocumentTypeDescription, 'actionFees'> {
  const fees = getMember(node, 'actionFees');
  if (fees === undefined) return {};
  const actions: Partial<Record<TokenCostAction, ActionFeeDescription>> = {};
  for (const action of ACTIONS) {
    const fee = asObject(getMember(fees, action));
    if (fee !== undefined)
      actions[action] = { owner: partOf(fee, 'owner'), moderators: partOf(fee, 'moderators') };
  }
  const pricing = getText(getMember(fees, 'pricing')) === 'fixed' ? 'fixed' : 'feeMultiplier';
  return { actionFees: { pricing, actions } };
}

const partOf = (fee: JsonNode, name: string): string => String(getInteger(getMember(fee, name)) ?? 0n);
