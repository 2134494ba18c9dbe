import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/*
 * The WebAssembly of mcl, called by its C interface. Its JavaScript decodes the module letter by letter, which blocks the event loop for
 * a tenth of a second and more; here Node decodes it. Source: `include/mcl/bn.h` of herumi/mcl.
 */

/** The sizes of values in memory, in bytes: a scalar, points with three coordinates, and a pairing. */
export const SCALAR_SIZE = 32;
export const G1_SIZE = 144;
export const G2_SIZE = 288;
export const PAIRING_SIZE = 576;

const BLS12_381 = 5;
/** Says with which sizes of scalars and field elements the caller was written: ten times four words, plus six. */
const COMPILED_SIZES = 46;
/** Hashes to curves as RFC 9380 does. */
const RFC_9380 = 5;

/** How many pages of 64 KiB the module demands. */
const MEMORY_PAGES = 32;

/** Names the functions of mcl that are called here. Arguments are addresses and lengths; what they return is a length, or 1 for true. */
const FUNCTIONS = [
  'mclBn_init',
  'mclBn_setETHserialization',
  'mclBn_setMapToMode',
  'mclBn_verifyOrderG1',
  'mclBn_verifyOrderG2',
  'mclBn_millerLoopVec',
  'mclBn_finalExp',
  'mclBnFr_deserialize',
  'mclBnFr_setBigEndianMod',
  'mclBnFr_isZero',
  'mclBnG1_deserialize',
  'mclBnG1_serialize',
  'mclBnG1_isZero',
  'mclBnG1_neg',
  'mclBnG1_mulCT',
  'mclBnG1_mulVec',
  'mclBnG2_setDst',
  'mclBnG2_deserialize',
  'mclBnG2_serialize',
  'mclBnG2_isZero',
  'mclBnG2_hashAndMapTo',
  'mclBnG2_mulCT',
  'mclBnGT_isOne',
  'malloc',
  'free',
] as const;

type MclFunctions = Readonly<Record<(typeof FUNCTIONS)[number], (...args: readonly number[]) => number>>;

/** Is an instance of mcl for BLS12-381, with compressed points and their subgroups checked. */
export interface MclInstance extends MclFunctions {
  /** Returns the memory as it is now; a view is detached when the memory grows. */
  readonly memory: () => Uint8Array;
}

/**
 * Loads an instance whose hashes to G2 have a domain.
 * @throws {Error} where the package is not what this module was written for
 */
export async function loadMcl(domain: string): Promise<MclInstance> {
  const memory = new WebAssembly.Memory({ initial: MEMORY_PAGES });
  const { instance } = await WebAssembly.instantiate(await readModule(), { env: { memory } });
  const functions = functionsOf(instance.exports);
  if (functions.mclBn_init(BLS12_381, COMPILED_SIZES) !== 0)
    throw new Error('mcl-wasm was compiled for other sizes');
  functions.mclBn_setETHserialization(1);
  functions.mclBn_setMapToMode(RFC_9380);
  functions.mclBn_verifyOrderG1(1);
  functions.mclBn_verifyOrderG2(1);
  const bytes = new TextEncoder().encode(domain);
  const at = functions.malloc(bytes.length);
  const view = (): Uint8Array => new Uint8Array(memory.buffer);
  view().set(bytes, at);
  if (functions.mclBnG2_setDst(at, bytes.length) !== 0) throw new Error('mcl-wasm takes no such domain');
  return { ...functions, memory: view };
}

async function readModule(): Promise<Buffer<ArrayBuffer>> {
  const path = createRequire(import.meta.url).resolve('mcl-wasm/dist/mcl_c.js');
  const base64 = /wasmBase64 = '(?<base64>[A-Za-z0-9+/=]+)'/.exec(await readFile(path, 'latin1'))?.groups?.[
    'base64'
  ];
  if (base64 === undefined) throw new Error('mcl-wasm has no module in Base64');
  return Buffer.from(base64, 'base64');
}

function functionsOf(exports: WebAssembly.Exports): MclFunctions {
  const initialise = exports['__wasm_call_ctors'];
  if (typeof initialise === 'function') initialise();
  if (!hasFunctions(exports)) throw new Error('mcl-wasm lacks a function');
  return exports;
}

const hasFunctions = (exports: WebAssembly.Exports): exports is MclFunctions =>
  FUNCTIONS.every((name) => typeof exports[name] === 'function');
