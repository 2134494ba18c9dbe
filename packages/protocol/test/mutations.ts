/** Numbers that follow from a seed: xorshift with 32 bits. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** Bytes that begin lengths and integers of several widths, and flags that are none. */
const MARKERS = [0x00, 0x01, 0x02, 0x7f, 0x80, 0xfa, 0xfb, 0xfc, 0xfd, 0xfe, 0xff];

type Random = (below: number) => number;

const splice = (bytes: Uint8Array, at: number, removed: number, added: readonly number[]): Uint8Array =>
  Uint8Array.from([...bytes.subarray(0, at), ...added, ...bytes.subarray(at + removed)]);

const MUTATIONS: readonly ((bytes: Uint8Array, random: Random) => Uint8Array)[] = [
  (bytes, random) => splice(bytes, random(bytes.length), 1, [random(256)]),
  (bytes, random) => splice(bytes, random(bytes.length), 1, [MARKERS[random(MARKERS.length)] ?? 0]),
  (bytes, random) => splice(bytes, random(bytes.length), 0, [MARKERS[random(MARKERS.length)] ?? 0]),
  (bytes, random) => splice(bytes, random(bytes.length), 1 + random(4), []),
  (bytes, random) => bytes.slice(0, random(bytes.length)),
  (bytes, random) => splice(bytes, bytes.length, 0, [random(256), random(256)]),
  (bytes, random) => {
    // A needlessly long integer in the place of a short one.
    const at = random(bytes.length);
    const byte = bytes[at] ?? 0;
    const long = [
      [0xfb, 0, byte],
      [0xfc, 0, 0, 0, byte],
      [0xfd, 0, 0, 0, 0, 0, 0, 0, byte],
    ];
    return splice(bytes, at, 1, long[random(long.length)] ?? []);
  },
  (bytes, random) => {
    // A huge length.
    const huge = [
      [0xfb, 0xff, 0xff],
      [0xfc, 0xff, 0xff, 0xff, 0xff],
      [0xfd, ...Array<number>(8).fill(0xff)],
    ];
    return splice(bytes, random(bytes.length), 1, huge[random(huge.length)] ?? []);
  },
  (bytes, random) => {
    const from = random(bytes.length);
    return splice(bytes, random(bytes.length), 0, [...bytes.subarray(from, from + random(40))]);
  },
];

/** Changes bytes in one or two places. The input must not be empty. */
export function mutated(bytes: Uint8Array, random: Random): Uint8Array {
  const once = MUTATIONS[random(MUTATIONS.length)]?.(bytes, random) ?? bytes;
  return random(3) === 0 && once.length > 0
    ? (MUTATIONS[random(MUTATIONS.length)]?.(once, random) ?? once)
    : once;
}
