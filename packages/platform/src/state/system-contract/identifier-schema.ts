/** Returns the schema of an identifier at a position. */
export const identifier = (position: number) => ({
  type: 'array',
  byteArray: true,
  minItems: 32,
  maxItems: 32,
  contentMediaType: 'application/x.dash.dpp.identifier',
  position,
});
