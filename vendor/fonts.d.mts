export const fontPath: (name: string) => string;
