/** Whether a value, which may be anything, is of a kind. */
export type Shape = (value: unknown) => boolean;

const isNothing: Shape = (value) => value === null;
export const isFlag: Shape = (value) => typeof value === 'boolean';
export const isText: Shape = (value) => typeof value === 'string';
export const isNumber: Shape = Number.isFinite;
export const isSafeInteger: Shape = Number.isSafeInteger;
/** SHA-256 in lower-case hex. */
export const isSha256: Shape = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
export const isBytes: Shape = (value) => value instanceof Uint8Array;

/** Well-formed text of at most `longest` UTF-16 code units. */
export const isTextUpTo =
  (longest: number): Shape =>
  (value) =>
    typeof value === 'string' && value.length <= longest && value.isWellFormed();

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
  (shape: Shape, longest = Infinity): Shape =>
  (value) =>
    Array.isArray(value) && value.length <= longest && value.every(shape);

/** An object with these members; others are ignored. */
export const objectWith =
  (members: Readonly<Record<string, Shape>>): Shape =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(members).every(([name, shape]) => shape((value as Record<string, unknown>)[name]));

/** An object with exactly these members, all its own. */
export const objectOf =
  (members: Readonly<Record<string, Shape>>): Shape =>
  (value) =>
    isObject(value) &&
    Object.keys(value).length === Object.keys(members).length &&
    Object.entries(members).every(([name, shape]) => Object.hasOwn(value, name) && shape(value[name]));

/** Any object nested at most `depth` levels deep. */
export const isShallowObject =
  (depth: number): Shape =>
  (value) =>
    isObject(value) && isShallow(value, depth);

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((member) => isShallow(member, depth - 1));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
