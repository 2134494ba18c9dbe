/**
 * Returns a property by its name; `undefined` where there is none. A contract may have properties such as `constructor`, which every object of JavaScript
 * inherits.
 */
export const propertyOf = (values: object, name: string): unknown =>
  name in Object.prototype && !Object.hasOwn(values, name) ? undefined : Reflect.get(values, name);
