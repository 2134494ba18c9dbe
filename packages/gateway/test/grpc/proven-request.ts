import type { ProvenResponse } from '@dapikit/proof';

/** Returns a request of version 0 that asks for a proof. */
export const provenRequest = <Content extends object>(content: Content) => ({
  version: { case: 'v0' as const, value: { prove: true, ...content } },
});

/** Returns a response of version 0 with its proof, as verifiers take it. */
export function provenResponseOf({ version }: { readonly version: unknown }): ProvenResponse {
  const { result, metadata } = Object(version).value;
  return { proof: result.value, metadata };
}
