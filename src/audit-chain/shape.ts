/** Whether a value parsed from untrusted JSON has a certain form. */
export type Check = (value: unknown) => boolean;

export const isSafeInteger: Check = (value) => Number.isSafeInteger(value);

/** Well-formed text of at most `longest` UTF-16 code units. */
export const isText =
  (longest: number): Check =>
  (value) =>
    typeof value === 'string' && value.length <= longest && value.isWellFormed();

export const oneOf =
  (...values: unknown[]): Check =>
  (value) =>
    values.includes(value);

export const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);

export const isListOf =
  (check: Check, longest: number): Check =>
  (value) =>
    Array.isArray(value) && value.length <= longest && value.every(check);

/** An object with exactly these members. */
export const isMembers =
  (members: Record<string, Check>): Check =>
  (value) =>
    isObject(value) &&
    Object.keys(value).length === Object.keys(members).length &&
    Object.entries(members).every(([name, check]) => Object.hasOwn(value, name) && check(value[name]));

/** Any object nested at most `depth` levels deep. */
export const isShallowObject =
  (depth: number): Check =>
  (value) =>
    isObject(value) && isShallow(value, depth);

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((member) => isShallow(member, depth - 1));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
