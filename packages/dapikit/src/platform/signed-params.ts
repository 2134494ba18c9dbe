import type { PlatformWork } from './platform-work.js';
import { paymentFor, type CostAction } from './action-payment.js';

/** Adds the payment in tokens that a document type asks for. */
export const paid = async (work: PlatformWork, what: CostAction, target: SignedType): Promise<Params> => ({
  ...target,
  ...(await paymentFor(work, what, target)),
});

/** Finds the identity that signs. */
export const actor = async ({ names, flags }: PlatformWork): Promise<string> => names.identity(flags.by);

type Params = Readonly<Record<string, unknown>>;

interface TypeName extends Params {
  readonly contractId: string;
  readonly documentType: string;
}

interface SignedType extends TypeName {
  readonly by: string;
}

/** Reads the document type from the first operand. */
export const typeOf = async ({ names, operands: [type = ''] }: PlatformWork): Promise<TypeName> => ({
  contractId: await names.contractWith(type),
  documentType: type,
});

/** Reads the document type and the identity that signs. */
export const signedType = async (work: PlatformWork): Promise<SignedType> => ({
  by: await actor(work),
  ...(await typeOf(work)),
});

/** Reads the document, its type and the identity that signs. */
export const signedDocument = async (work: PlatformWork): Promise<SignedType> => ({
  ...(await signedType(work)),
  id: work.operands[1],
});
