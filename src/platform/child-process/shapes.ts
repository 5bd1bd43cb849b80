/** Whether a value, which may be anything, is of a kind. */
export type Shape = (value: unknown) => boolean;

const isNothing: Shape = (value) => value === null;
export const isFlag: Shape = (value) => typeof value === 'boolean';
export const isText: Shape = (value) => typeof value === 'string';
export const isNumber: Shape = Number.isFinite;
export const isBytes: Shape = (value) => value instanceof Uint8Array;

export const oneOf =
  (...values: readonly unknown[]): Shape =>
  (value) =>
    values.includes(value);

export const either =
  (...shapes: readonly Shape[]): Shape =>
  (value) =>
    shapes.some((shape) => shape(value));

export const orNull = (shape: Shape): Shape => either(isNothing, shape);

export const listOf =
  (shape: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.every(shape);

/** An object with these members. What else it has is nobody's concern. */
export const objectWith =
  (members: Readonly<Record<string, Shape>>): Shape =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(members).every(([name, shape]) => shape((value as Record<string, unknown>)[name]));
