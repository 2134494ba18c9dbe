/** Says which action is proposed: as the id of the action has it. */
export interface ProposedAction {
  /** Such as `mint`. */
  readonly name: string;
  readonly content: Uint8Array;
}

/**
 * Returns the id of an action that an identity proposes with a transition.
 * Source: `calculate_action_id` of the token transitions in `packages/rs-dpp` of dashpay/platform from protocol 12 on.
 */
export async function groupActionId(
  { name, content }: ProposedAction,
  tokenId: Uint8Array,
  proposerId: Uint8Array,
  nonce: bigint,
): Promise<Uint8Array> {
  const parts = [new TextEncoder().encode(`action_token_${name}`), tokenId, proposerId, u64(nonce), content];
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  const once = await crypto.subtle.digest('SHA-256', bytes);
  return new Uint8Array(await crypto.subtle.digest('SHA-256', once));
}

/** Writes an integer in 8 bytes, the highest first. */
export function u64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value);
  return bytes;
}
