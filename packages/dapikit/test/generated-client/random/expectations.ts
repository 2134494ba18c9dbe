import { expect } from 'vitest';

/** Expects a value to equal another one. @param about names the comparison where it fails */
export function expectEqual(found: unknown, expected: unknown, about = ''): void {
  expect({ about, value: found }).toEqual({ about, value: expected });
}

/** Expects an object to have members. */
export function expectMembers(found: object, members: object): void {
  expect(found).toMatchObject(members);
}

/** Expects a write to be rejected with the number of a consensus error. */
export async function expectRejection(write: Promise<unknown>, code: number): Promise<void> {
  await expect(write).rejects.toMatchObject({ code });
}

/** Expects a write to end with an error before it is sent. */
export async function expectError(write: Promise<unknown>, text: string): Promise<void> {
  await expect(write).rejects.toThrow(text);
}
