/** Names the metadata of a forwarded response that says what was found about its proof. */
export const PROOF_HEADER = 'dapikit-proof';
