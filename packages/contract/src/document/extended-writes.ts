import { compileWriteChecks, type WriteChecks } from './write-checks.js';
import type { Contract } from '../model/contract.js';
import type { DocumentType } from '../model/contract-model.js';

/** Compiles the checks of a type that go beyond its schema. */
export type CompileWrites = (contract: Contract, type: DocumentType) => WriteChecks;

/** Compiles the checks of writes. In browsers `extended-writes.browser.ts` takes the place of this module. */
export const compileWrites: CompileWrites = compileWriteChecks;

/** Adds the checks of writes. Outside of browsers they are there from the start. */
export const addExtendedWrites: (compile: CompileWrites) => void = () => undefined;
