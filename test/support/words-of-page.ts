/** The words of a page without its tags, scripts and styles; spaces stand where tags were. */
export const wordsOfPage = (html: string): string =>
  html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
