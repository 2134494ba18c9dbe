/** Lists how far a ratio to a peer may fall below the recorded one before it is reported: runs on a shared machine differ by less. */
const TOLERATED = 2 / 3;

/** Lists the ratios of a result by their place: what peers take, in units of what dapikit takes. */
function* ratiosOf(value, path = []) {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    const place = [...path, Array.isArray(value) ? (inner?.contract ?? name) : name];
    if (name === 'ofDapikit')
      for (const [peer, ratio] of Object.entries(inner)) yield [[...path, peer].join(' > '), ratio];
    else yield* ratiosOf(inner, place);
  }
}

/** Describes the ratios that fell by more than a third against the recorded ones: dapikit became slower than its peers measure. */
export function describeFallenRatios(recorded, measured) {
  const now = new Map(ratiosOf(measured));
  return [...ratiosOf(recorded)].flatMap(([place, before]) => {
    const after = now.get(place);
    return after === undefined || after >= before * TOLERATED
      ? []
      : [
          `ratio fell by more than a third: ${place}: ${before.toFixed(1)} recorded, ${after.toFixed(1)} measured`,
        ];
  });
}
