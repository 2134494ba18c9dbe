/** This package: the text is read with the place of every value, and every mistake is looked for. */
export async function load() {
  const { validateContract } = await import('@dapikit/contract');
  return {
    write: (schemas) => JSON.stringify(schemas, null, 2),
    accepts: (text) => validateContract(text, { form: 'documents' }).accepted,
  };
}
