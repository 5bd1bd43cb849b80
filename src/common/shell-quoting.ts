/** A text as one word of a POSIX shell, which takes everything in single quotes literally except the quote itself. */
export const quotedForShell = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
