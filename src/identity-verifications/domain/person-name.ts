/**
 * Splits a full name: the last word is the last name, the rest the first name; a single word leaves the last name
 * empty. The full name is compared with the document.
 */
export function splitName(name: string): { firstName: string; lastName: string; fullName: string } {
  const words = name.trim().split(/\s+/);
  const fullName = words.join(' ');
  if (words.length === 1) return { firstName: fullName, lastName: '', fullName };
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1)!, fullName };
}
