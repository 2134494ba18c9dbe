export { wasmBlake3 } from './wasm-blake3.js';
