import { CREDITS_PER_DASH } from '@dapikit/contract';
import { membersOf, type Members } from '../platform/members.js';
import { createClock, createPlatform, isPlatformError } from '@dapikit/platform';

/** Describes what writing copies costs, and those that the platform rejects. */
export interface TriedCopies {
  /** Credits of all copies together; the mean of those that were tried stands for the others. */
  readonly credits: bigint;
  /** Why a copy would be rejected, by its place in the list. */
  readonly rejections: ReadonlyMap<number, string>;
}

/** Copies that are executed: the fees of more are alike. */
const MAX_TRIED = 500;
/** More than copies can cost. */
const CREDITS = CREDITS_PER_DASH * 100_000n;

/**
 * Writes copies on a platform in this process that has the new contract, without what they cost in tokens.
 * @param contract the new contract in the official JSON
 * @param copies type and data of each
 */
export async function tryCopies(
  contract: Members,
  copies: readonly { readonly typeName: string; readonly data: Readonly<Record<string, unknown>> }[],
  protocolVersion: number,
): Promise<TriedCopies> {
  const platform = await createPlatform({
    protocolVersion,
    proofs: false,
    clock: createClock({ time: Date.now(), frozen: true }),
  });
  try {
    const { id: by } = await platform.createIdentity({ seed: 'owner', credits: CREDITS });
    const { contractId } = await platform.installContract({
      contract: { ...withoutTokenCosts(contract), ownerId: by },
    });
    const rejections = new Map<number, string>();
    let sum = 0n;
    const tried = copies.slice(0, MAX_TRIED);
    for (const [at, { typeName: documentType, data }] of tried.entries()) {
      try {
        sum += (await platform.createDocument({ by, contractId, documentType, data })).fee;
      } catch (error) {
        if (!isPlatformError(error)) throw error;
        rejections.set(at, error.message);
      }
    }
    const accepted = BigInt(tried.length - rejections.size);
    const others = BigInt(copies.length - tried.length);
    return { credits: accepted === 0n ? 0n : sum + (sum * others) / accepted, rejections };
  } finally {
    await platform.close();
  }
}

function withoutTokenCosts(contract: Members): Members {
  const types = Object.entries(membersOf(contract['documentSchemas'])).map(([name, type]) => [
    name,
    { ...membersOf(type), tokenCost: undefined },
  ]);
  return { ...contract, documentSchemas: Object.fromEntries(types) };
}
