/** Reports a query for which no valid proof exists. */
export class UnprovableQueryError extends Error {
  override readonly name = 'UnprovableQueryError';
}
