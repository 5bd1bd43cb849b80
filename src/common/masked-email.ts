/** `anna@example.com` becomes `a•••@example.com`, so a forwarded link or mail does not reveal the address. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}
