/** This package: it locates every value in the text and reports every error. */
export async function load() {
  const { validateContract } = await import('@dapikit/contract');
  return {
    write: (schemas) => JSON.stringify(schemas, null, 2),
    accepts: (text) => validateContract(text, { form: 'documents' }).accepted,
  };
}
