import type { CompileWrites } from './extended-writes.js';

/** Compiles the checks of writes: none until `@dapikit/contract/protocol-14` is loaded. */
export let compileWrites: CompileWrites = () => ({
  generated: [],
  retracts: () => false,
  always: [],
  valid: [],
});

/** Adds the checks of writes. */
export const addExtendedWrites = (compile: CompileWrites): void => {
  compileWrites = compile;
};
