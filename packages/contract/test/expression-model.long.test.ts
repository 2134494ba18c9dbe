import { expect, it } from 'vitest';
import { runExpressionModel } from './run-expression-model.js';

it(
  'judges 100,000 random rules and documents as a direct reading of their JSON does',
  { timeout: 900_000 },
  () => {
    expect(() => runExpressionModel(100_000)).not.toThrow();
  },
);
