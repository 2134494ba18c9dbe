import { expect, it } from 'vitest';
import { runExpressionModel } from './run-expression-model.js';

it('judges random rules and documents as a direct reading of their JSON does', () => {
  expect(() => runExpressionModel(3000)).not.toThrow();
});
